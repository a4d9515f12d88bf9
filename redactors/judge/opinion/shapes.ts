/** The shapes of harmless values by their frequency, between blanks. */
export const SHAPES = [
  "",
  "",
  " UwWWW ={{$w.w}} w://w.w.w w://w.w.w/w/w9/w $w.wW wW.WWW wW.W wWW.w w_9.wW UwWW wWW.wW w.U w?.wW wWW" +
    "WWW _w_w w:w {wW} {w.w} W.W wWWW w.w({ Wé éUé W-w Uéw w.w.w( w$9 w.w().w( ${wW} U_U_U_U_U U-w w.w.wW" +
    " U_ w.wU w_w( $wW- $w_w_w w_ U-9 w_w_ w.U_U w- 9w9U \\w9 w_w_w(w --w-w w_w[9] $(w w(w_w_w %w:%w w(w= " +
    "w(w_w w._w_w_w(w w_w.w( w_w_w_w(w w.w(9 w_w(w_w w_w(w w.w(w.w /w/w w[:w] w._w_w(w w.w_w_w( w[9] w-w-" +
    "w-w-w-w w-w-w-w-w @U_U @U w.wWW({ w/w w.w.w.w w.w.w.w_w wU w_w_w_w_w_w w.w.wWW.w /w w[:9] w.WWWW WW(" +
    " w.w(w **** w.w_w.w_w_w( WWW(w_w w9w W.W.W W.w( w[-9] w.WWW( w.WW( w:w_w 9.9 w@w w-w.w 'w' 9wWW9U/Uw" +
    "WUw9w []w.WW{ U9 w-w.w.w/w WWW( ${U_U} w::WW w.Uw /w/w/w/w.w w.W.W w+w 9w9w w.W[9:] [w :w_w U9U9-9U9" +
    "-9-9U9-9U9 9U9U9U9U9U9U9U9U9U9U U9-9-9U9-U9U-9U9U 9U9U9U9U9U9U9U9U9 U-U-U w-9-w w@w.w Wéw w-w/w ${U_" +
    "U_U} /w/w-w w.w/w w.w.w/w w_w.w.w U_9 ?w=9-9-9&w=w w=9-9-9&w=w wWUw+UwUwU9wU w[:w_w_w] @w W.w_w wWW." +
    "W w-w9w9w9 %U_U% w_w+w w_w:w ",
  " wW.wWW w.WWW wW.w_w _w ^9.9.9 9.9.9 {w} WWWW w-9 $w_w $wWW $w_w- w9_w $U_U w.w.w_w W.w :w w.w_w_w_w" +
    " w_w_w_w 9w9 w: W-W w._w_w w.w_w( w[ w_w.w_w w.wW({ w_w.w #w $U_U_U w.W( W? w_9 U9WUwUwUwWWU9Uw ",
  " ={{$w.wW}} w.wWW wW.wW WW w.w_w_w WWW U_U_U_U w.w( $wW U_U_U w(w w-w-w-w ",
  " w.W wWW wW.w w-w-w w.w.w w_w_w U_U $w w.WW 9 ",
  " w.wW wW U w.w_w w9 é $w- ",
  " w.w w-w w_w ",
  " W ",
  "",
  " w ",
];
