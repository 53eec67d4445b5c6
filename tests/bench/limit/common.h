#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <immintrin.h>
typedef uint64_t u64; typedef uint32_t u32; typedef uint8_t u8; typedef unsigned __int128 u128;
static u64 rs=88172645463325252ULL;
static inline u32 rnd(u32 n){ /* wyrand-like, multiply method */
  rs+=0xa0761d6478bd642fULL; u128 t=(u128)rs*(rs^0xe7037ed1a0b428dbULL); u64 r=(u64)(t>>64)^(u64)t;
  return (u32)(((r>>32)*(u64)n)>>32);}
static inline int nth(u64 m,int k){return __builtin_ctzll(_pdep_u64(1ULL<<k,m));}
static double now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec+1e-9*t.tv_nsec;}
static int cmpd(const void*a,const void*b){double x=*(double*)a,y=*(double*)b;return x<y?-1:x>y;}
#ifndef SEATS
#define SEATS 2
#endif
static long plies, res[SEATS+1];
static int playout(void); /* returns 0 draw, 1 first, 2 second, ... */
static double some(long n){double t=now();for(long i=0;i<n;i++)res[playout()]++;return now()-t;}
static void forget(void){plies=0;memset(res,0,sizeof res);}
/* With LIMIT_SECONDS: one round of about so long from LIMIT_SEED on, and one line of whole numbers for a program to read. */
static void one_round(double seconds){
  const char*seed=getenv("LIMIT_SEED"); if(seed)rs+=strtoull(seed,0,10)*0x9E3779B97F4A7C15ULL;
  long n=16; double dt; while((dt=some(n))<seconds/8)n*=2;
  n=(long)(n*seconds/dt)+1; forget(); dt=some(n);
  printf("games %ld nanoseconds %.0f plies %ld results",n,dt*1e9,plies); for(int i=0;i<=SEATS;i++)printf(" %ld",res[i]); printf("\n");
}
static void bench(const char*name){
  const char*seconds=getenv("LIMIT_SECONDS"); if(seconds){one_round(strtod(seconds,0));return;}
  long n=64; double dt; while((dt=some(n))<=0.2)n*=2;
  n=(long)(n*1.0/dt)+1; enum{R=7}; double v[R]; forget();
  for(int r=0;r<R;r++)v[r]=n/some(n);
  qsort(v,R,sizeof(double),cmpd); double N=(double)n*R,L=plies/N;
  printf("%-22s playouts/s med %.0f (min %.0f max %.0f) plies %.3f moves/s %.0f  res d",name,v[R/2],v[0],v[R-1],L,v[R/2]*L);
  for(int i=1;i<=SEATS;i++)printf("/%d",i); for(int i=0;i<=SEATS;i++)printf(" %.4f",res[i]/N); printf("\n");
}
