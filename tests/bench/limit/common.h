#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <immintrin.h>
typedef uint64_t u64; typedef uint32_t u32; typedef uint8_t u8; typedef unsigned __int128 u128;
#ifndef SECONDS
#define SECONDS 1.0 /* how long each of the seven rounds takes */
#endif
static u64 rs=88172645463325252ULL;
static inline u32 rnd(u32 n){ /* wyrand-like, multiply method */
  rs+=0xa0761d6478bd642fULL; u128 t=(u128)rs*(rs^0xe7037ed1a0b428dbULL); u64 r=(u64)(t>>64)^(u64)t;
  return (u32)(((r>>32)*(u64)n)>>32);}
static inline int nth(u64 m,int k){return __builtin_ctzll(_pdep_u64(1ULL<<k,m));}
static double now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec+1e-9*t.tv_nsec;}
static int cmpd(const void*a,const void*b){double x=*(double*)a,y=*(double*)b;return x<y?-1:x>y;}
static long plies, res[3];
static int playout(void); /* returns 0 draw, 1 first, 2 second */
static void bench(const char*name){
  long n=64; double dt;
  for(;;){double t=now();for(long i=0;i<n;i++)res[playout()]++;dt=now()-t;if(dt>0.2*SECONDS)break;n*=2;}
  n=(long)(n*SECONDS/dt)+1; enum{R=7}; double v[R]; plies=0;res[0]=res[1]=res[2]=0;
  for(int r=0;r<R;r++){double t=now();for(long i=0;i<n;i++)res[playout()]++;v[r]=n/(now()-t);}
  qsort(v,R,sizeof(double),cmpd); double N=(double)n*R,L=plies/N;
  printf("%-22s playouts/s med %.0f (min %.0f max %.0f) plies %.3f moves/s %.0f  res d/1/2 %.4f %.4f %.4f\n",name,v[R/2],v[0],v[R-1],L,v[R/2]*L,res[0]/N,res[1]/N,res[2]/N);
}
