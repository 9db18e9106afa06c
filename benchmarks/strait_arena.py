"""Bots of `strait` against each other and against a greedy walker, on all cores.

    python benchmarks/strait_arena.py --games 200 --nodes 500
    python benchmarks/strait_arena.py --games 50 --level 6 --seats 4 --against same

The walker always makes the decision after which its own way home is shortest.
"""
import argparse,sys,time,random,collections,os
from concurrent.futures import ProcessPoolExecutor
import numpy as np
import icefield
from icefield.core.game import CHANCE
from icefield.games.strait import kernel, state as s
from icefield.games.strait.evaluate import bare_way
from icefield.search import isuct, Limits
g=icefield.game("strait")
def walker(p, rng):
    seat=p.turn
    out=[]
    for m in p.moves():
        st=kernel.apply(p.state.copy(), m.code)
        if kernel.turn(st)==-2: v=-10**9 if st[s.WINNER]==seat else 10**9
        else: v=bare_way(st, seat)
        out.append((int(v),rng.random(),m))
    return min(out)[2]
def uct(nodes):
    def f(p,rng): return isuct.search(p,Limits(nodes=nodes),seed=rng.randrange(10**9)).best
    return f
def game(job):
    seats,nodes,seed,against=job
    me=seed%seats
    bots={i:(uct(nodes) if i==me or against=="same" else uct(int(against)) if against!="walker" else walker) for i in range(seats)}
    rng=random.Random(seed); p=g.start(seats=seats); T=collections.Counter(); N=collections.Counter()
    while p.turn is not None:
        if p.turn==CHANCE:
            o=p.odds(); m=rng.choices(list(o),[float(x) for x in o.values()])[0]
        else:
            t=time.time(); seat=p.turn
            m=bots[seat](p,rng); T[seat]+=time.time()-t; N[seat]+=1
        p=p.play(m)
    w=p.outcome.winners
    return (w[0] if w else None), me, p.turns, T[me]/max(N[me],1), str(p), " ".join(m.text for m in p.history[-40:])
if __name__=="__main__":
    a=argparse.ArgumentParser(); a.add_argument("--games",type=int,default=100); a.add_argument("--nodes",type=int,default=300); a.add_argument("--seats",type=int,default=2); a.add_argument("--against",default="walker"); a.add_argument("--seconds",type=float,default=1e9); a.add_argument("--show",type=int,default=0)
    o=a.parse_args()
    game((o.seats,5,0,"walker")) if False else None
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        from concurrent.futures import as_completed
        began=time.time(); r=[]
        todo=[pool.submit(game,(o.seats,o.nodes,i,o.against)) for i in range(o.games)]
        for f in as_completed(todo):
            r.append(f.result())
            if len(r)%8==0: print(len(r),"games",sum(x[0]==x[1] for x in r),"won",sum(x[0] is None for x in r),"drawn",round(time.time()-began),"s",flush=True)
            if time.time()-began>o.seconds:
                for x in todo: x.cancel()
                break
    wins=sum(x[0]==x[1] for x in r); draws=sum(x[0] is None for x in r)
    print(os.environ.get('GE'),os.environ.get('GW'),o.nodes,"nodes vs",o.against,"seats",o.seats,"wins",wins,"draws",draws,"of",len(r),"turns median",np.median([x[2] for x in r]),"max",max(x[2] for x in r),"ms/dec",round(1000*np.mean([x[3] for x in r]),2),flush=True)
    sys.stdout.flush()
    for x in [x for x in r if x[0] is None][:o.show]: print(x[1],x[4]); print(x[5])
