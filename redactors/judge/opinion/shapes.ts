/** The shapes of harmless values by their frequency, between blanks. */
export const SHAPES = [
  "",
  "",
  " ={{$w.w}} w://w.w.w/w/w9/w wW.WWW wW.W WW wWW.w w_9.wW w?.wW w:w 9.9.9 {w} {wW} W.W w.w({ éUé w.w.w" +
    "( w$9 w.w().w( w.w.wW w-9 U_ w_w( $wWW $w_w- $w_w_w w_ U-9 w_w_ w.w.w_w W.w :w \\w9 w_w_w(w --w-w w_w" +
    "[9] w.w_w_w_w w_w_w_w w(w_w_w %w:%w w(w= w(w_w w: W-W w_w.w( w_w_w_w(w w.w(9 w_w(w_w w_w(w w.w_w( /w" +
    "/w w._w_w(w w.w_w_w( w[ w-w-w-w @U_U @U w.wWW({ wU w.w.wWW.w WW( **** WWW(w_w W.W.W #w 9.9 ",
  " w.wWW wW.wWW w.w_w_w wW.w_w _w U_U_U_U w.w( w.WW $wW $w_w U_U_U 9 w(w w._w_w w.wW({ ",
  " ={{$w.wW}} wW.wW wWW wW.w w-w-w w_w_w w9 U_U ",
  " w.wW wW U w.w_w w-w w.w.w é $w $w- ",
  " w.w W w_w ",
  "",
  " w ",
];
