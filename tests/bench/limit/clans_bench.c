/* The library clans.c under the bench of common.h: who has most points and chips wins, ties are shared. */
#define SEATS 4
#include "common.h"
#define rnd draw
#define playout play
#include "clans.c"
#undef rnd
#undef playout
static u64 seed;
static int playout(void){ S s; init(&s,rs+seed++); plies+=play(&s);
 int best=-1,who=0; for(int p=0;p<4;p++){int v=s.score[s.clan[p]]+s.chips[p]; if(v>best){best=v;who=p+1;} else if(v==best)who=0;} return who; }
int main(){bench("clans, 4 players");}
