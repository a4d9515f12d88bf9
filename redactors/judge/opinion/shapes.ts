/** Shapes of harmless values, each behind its frequency. */
export const SHAPES =
  "#8\tw\t#6\tw.w\tW\tw_w\t#5\tw.wW\twW\tU\tw.w_w\tw-w\tw.w.w\té\t$w\t$w-\t#4\t={{$w.wW}}\twW.wW\twWW\twW.w" +
  "\tw-w-w\tw_w_w\tw9\tU_U\t#3\tw.wWW\twW.wWW\tw.w_w_w\twW.w_w\t_w\tU_U_U_U\tw.w(\tw.WW\t$wW\t$w_w\tU_U_U\t9\tw(w" +
  "\tw._w_w\tw.wW({\t#2\t={{$w.w}}\tw://w.w.w/w/w9/w\twW.WWW\twW.W\tWW\twWW.w\tw_9.wW\tw?.wW\tw:w\t9.9.9\t{w}" +
  "\t{wW}\tW.W\tw.w({\téUé\tw.w.w(\tw$9\tw.w().w(\tw.w.wW\tw-9\tU_\tw_w(\t$wWW\t$w_w-\t$w_w_w\tw_\tU-9\tw_w_" +
  "\tw.w.w_w\tW.w\t:w\t\\w9\tw_w_w(w\t--w-w\tw_w[9]\tw.w_w_w_w\tw_w_w_w\tw(w_w_w\t%w:%w\tw(w=\tw(w_w\tw:\tW-W" +
  "\tw_w.w(\tw_w_w_w(w\tw.w(9\tw_w(w_w\tw_w(w\tw.w_w(\t/w/w\tw._w_w(w\tw.w_w_w(\tw[\tw-w-w-w\t@U_U\t@U\tw.wWW({" +
  "\twU\tw.w.wWW.w\tWW(\t****\tWWW(w_w\tW.W.W\t#w\t9.9";
