;; One pass over a slice of a text: runs the automaton over its bytes, and notes runs of token characters and stretches
;; of small letters and blanks that are worth a look. It is WebAssembly because a hook lives for one event: the same loop
;; in JavaScript is interpreted first and compiled in the background then, which costs more than the search.
;;
;; The memory's layout is scan-memory.ts's, the meaning of the lists locate.ts's:
;;    0  what a slice hands to the next: state, start of the run, start of the stretch, classes in the run, the last byte's bits
;;   20  how far the three lists of the slice go, in bytes: hits, runs, stretches
;;   64  what each byte is, 32 bits each, see class-bits.ts; in the upper 8 its class in the automaton
;; 1088  32,768 bits: two of them 1 for the hash of each service's name, and for a few other words by chance
;; 5184  the automaton's pairs, and from 25664 on its cells, see automaton.ts
(module
  (import "tables" "memory" (memory 1))

  (func $bits (param $address i32) (result i32)
    (i32.load offset=64 (i32.shl (i32.load8_u (local.get $address)) (i32.const 2))))

  ;; The value of a digit of base64 or base64url, from its class bits and itself; anything else counts as 0.
  (func $sextet (param $address i32) (result i32)
    (local $byte i32) (local $bits i32)
    (local.set $byte (i32.load8_u (local.get $address)))
    (local.set $bits (call $bits (local.get $address)))
    (if (i32.and (local.get $bits) (i32.const 4)) (then (return (i32.sub (local.get $byte) (i32.const 65)))))
    (if (i32.and (local.get $bits) (i32.const 2)) (then (return (i32.sub (local.get $byte) (i32.const 71)))))
    (if (i32.and (local.get $bits) (i32.const 1)) (then (return (i32.add (local.get $byte) (i32.const 4)))))
    (if (i32.or (i32.eq (local.get $byte) (i32.const 43)) (i32.eq (local.get $byte) (i32.const 45))) (then (return (i32.const 62))))
    (if (i32.or (i32.eq (local.get $byte) (i32.const 47)) (i32.eq (local.get $byte) (i32.const 95))) (then (return (i32.const 63))))
    (i32.const 0))

  (func $printable (param $byte i32) (result i32)
    (i32.or
      (i32.and (i32.gt_u (local.get $byte) (i32.const 31)) (i32.lt_u (local.get $byte) (i32.const 127)))
      (i32.or (i32.eq (local.get $byte) (i32.const 10)) (i32.or (i32.eq (local.get $byte) (i32.const 9)) (i32.eq (local.get $byte) (i32.const 13))))))

  ;; Whether a run may be encoded text: its first sixteen bytes, decoded from base64 or from hex, are all printable.
  (func $encoded (param $address i32) (result i32)
    (local $end i32) (local $three i32)
    (if (call $hex (local.get $address)) (then (return (i32.const 1))))
    (local.set $end (i32.add (local.get $address) (i32.const 16)))
    (loop $again
      (local.set $three (i32.or
        (i32.or (i32.shl (call $sextet (local.get $address)) (i32.const 18)) (i32.shl (call $sextet (i32.add (local.get $address) (i32.const 1))) (i32.const 12)))
        (i32.or (i32.shl (call $sextet (i32.add (local.get $address) (i32.const 2))) (i32.const 6)) (call $sextet (i32.add (local.get $address) (i32.const 3))))))
      (if (i32.eqz (call $printable (i32.shr_u (local.get $three) (i32.const 16)))) (then (return (i32.const 0))))
      (if (i32.eqz (call $printable (i32.and (i32.shr_u (local.get $three) (i32.const 8)) (i32.const 255)))) (then (return (i32.const 0))))
      (if (i32.eqz (call $printable (i32.and (local.get $three) (i32.const 255)))) (then (return (i32.const 0))))
      (local.set $address (i32.add (local.get $address) (i32.const 4)))
      (br_if $again (i32.lt_u (local.get $address) (local.get $end))))
    (i32.const 1))

  ;; Eight pairs of hex digits that stand for printable bytes or ends of lines begin with 2 to 7, or 0.
  (func $hex (param $address i32) (result i32)
    (local $end i32) (local $first i32)
    (local.set $end (i32.add (local.get $address) (i32.const 16)))
    (loop $again
      (local.set $first (i32.load8_u (local.get $address)))
      (if (i32.eqz (i32.or (i32.eq (local.get $first) (i32.const 48)) (i32.and (i32.ge_u (local.get $first) (i32.const 50)) (i32.le_u (local.get $first) (i32.const 55))))) (then (return (i32.const 0))))
      (local.set $address (i32.add (local.get $address) (i32.const 2)))
      (br_if $again (i32.lt_u (local.get $address) (local.get $end))))
    (i32.const 1))

  ;; Whether a word that ends at the address may be a service's name: as a whole, or from a great letter on.
  (func $service (param $address i32) (result i32)
    (local $hash i32) (local $least i32) (local $before i32)
    (local.set $least (i32.sub (local.get $address) (i32.const 32)))
    (if (i32.eqz (i32.and (call $bits (local.get $address)) (i32.const 7))) (then (return (i32.const 0))))
    (loop $again
      (local.set $hash (i32.xor
        (i32.mul (local.get $hash) (i32.const 31))
        (i32.or (i32.load8_u (local.get $address)) (i32.const 0x20))))
      (local.set $before (i32.and (call $bits (i32.sub (local.get $address) (i32.const 1))) (i32.const 7)))
      (if (i32.or (i32.eqz (local.get $before)) (i32.and (call $bits (local.get $address)) (i32.const 4))) (then
        (if (call $isKnown (local.get $hash)) (then (return (i32.const 1))))))
      (if (i32.eqz (local.get $before)) (then (return (i32.const 0))))
      (local.set $address (i32.sub (local.get $address) (i32.const 1)))
      (br_if $again (i32.gt_u (local.get $address) (local.get $least))))
    (i32.const 0))

  ;; Whether both bits of a name's hash are set, of which other words have one in two hundred.
  (func $isKnown (param $hash i32) (result i32)
    (local.set $hash (i32.mul (local.get $hash) (i32.const 0x9e3779b1)))
    (i32.and
      (call $isSet (i32.shr_u (local.get $hash) (i32.const 17)))
      (call $isSet (i32.and (i32.shr_u (local.get $hash) (i32.const 2)) (i32.const 0x7fff)))))

  (func $isSet (param $bit i32) (result i32)
    (i32.and
      (i32.shr_u (i32.load8_u offset=1088 (i32.shr_u (local.get $bit) (i32.const 3))) (i32.and (local.get $bit) (i32.const 7)))
      (i32.const 1)))

  ;; Whether something before a run can own it: an operator, a call, the end of a word like key, a service's name.
  (func $owned (param $address i32) (result i32)
    (local $least i32) (local $tail i32)
    (local.set $least (i32.sub (local.get $address) (i32.const 12)))
    (if (i32.eq (i32.load8_u (i32.sub (local.get $address) (i32.const 1))) (i32.const 32)) (then
      (if (call $service (i32.sub (local.get $address) (i32.const 2))) (then (return (i32.const 1))))))
    (loop $again
      (local.set $address (i32.sub (local.get $address) (i32.const 1)))
      (if (i32.and (call $bits (local.get $address)) (i32.const 0x8000)) (then (return (i32.const 1))))
      (if (i32.and (call $bits (local.get $address)) (i32.const 0x800)) (then
        (br_if $again (i32.gt_u (local.get $address) (local.get $least)))
        (return (i32.const 1)))))
    (if (i32.eq (i32.load8_u offset=1 (local.get $address)) (i32.const 40)) (then (return (i32.const 1))))
    ;; A blank and a dash behind a service's name.
    (if (i32.eq (i32.load16_u offset=1 (local.get $address)) (i32.const 0x2d20)) (then
      (if (call $service (local.get $address)) (then (return (i32.const 1))))))
    ;; The last three letters, in lower case: key, token, secret, auth, api, access, pat, password, credential.
    (local.set $tail (i32.or
      (i32.load8_u (local.get $address))
      (i32.or
        (i32.shl (i32.load8_u (i32.sub (local.get $address) (i32.const 1))) (i32.const 8))
        (i32.shl (i32.load8_u (i32.sub (local.get $address) (i32.const 2))) (i32.const 16)))))
    (local.set $tail (i32.or (local.get $tail) (i32.const 0x202020)))
    (if (i32.eq (local.get $tail) (i32.const 0x6b6579)) (then (return (i32.const 1))))
    (if (i32.eq (local.get $tail) (i32.const 0x6b656e)) (then (return (i32.const 1))))
    (if (i32.eq (local.get $tail) (i32.const 0x726574)) (then (return (i32.const 1))))
    (if (i32.eq (local.get $tail) (i32.const 0x757468)) (then (return (i32.const 1))))
    (if (i32.eq (local.get $tail) (i32.const 0x617069)) (then (return (i32.const 1))))
    (if (i32.eq (local.get $tail) (i32.const 0x657373)) (then (return (i32.const 1))))
    (if (i32.eq (local.get $tail) (i32.const 0x706174)) (then (return (i32.const 1))))
    (if (i32.eq (local.get $tail) (i32.const 0x6f7264)) (then (return (i32.const 1))))
    (i32.eq (local.get $tail) (i32.const 0x69616c)))

  ;; Whether a service may be named in the forty bytes before a run, on its line: by a word, or by two as one.
  (func $named (param $run i32) (result i32)
    (local $least i32) (local $here i32) (local $before i32) (local $byte i32)
    (local $word i32) (local $letters i32) (local $pair i32) (local $both i32)
    (local.set $least (i32.sub (local.get $run) (i32.const 40)))
    (local.set $before (i32.and (call $bits (i32.sub (local.get $run) (i32.const 1))) (i32.const 7)))
    (loop $again
      (local.set $run (i32.sub (local.get $run) (i32.const 1)))
      (local.set $byte (i32.load8_u (local.get $run)))
      (if (i32.or (i32.lt_u (local.get $run) (local.get $least)) (i32.eq (local.get $byte) (i32.const 10))) (then (return (i32.const 0))))
      ;; $bits, without the price of a call
      (local.set $here (local.get $before))
      (local.set $before (i32.and (i32.load offset=64 (i32.shl (i32.load8_u (i32.sub (local.get $run) (i32.const 1))) (i32.const 2))) (i32.const 7)))
      (br_if $again (i32.eqz (local.get $here)))
      (local.set $byte (i32.or (local.get $byte) (i32.const 0x20)))
      (local.set $word (i32.xor (i32.mul (local.get $word) (i32.const 31)) (local.get $byte)))
      (local.set $pair (i32.xor (i32.mul (local.get $pair) (i32.const 31)) (local.get $byte)))
      (local.set $letters (i32.add (local.get $letters) (i32.const 1)))
      (local.set $both (i32.add (local.get $both) (i32.const 1)))
      ;; A word begins behind what is no letter or digit, where camelCase turns, and where the look ends.
      (br_if $again (i32.and
        (i32.and (i32.ne (local.get $before) (i32.const 0)) (i32.ne (local.get $run) (local.get $least)))
        (i32.or (i32.ne (local.get $here) (i32.const 4)) (i32.eq (local.get $before) (i32.const 4)))))
      (if (i32.gt_u (local.get $both) (i32.const 4)) (then
        (if (call $isKnown (local.get $pair)) (then (return (i32.const 1))))
        (if (i32.gt_u (local.get $letters) (i32.const 4)) (then
          (if (call $isKnown (local.get $word)) (then (return (i32.const 1))))))))
      ;; The next word may be one name with this one.
      (local.set $pair (local.get $word))
      (local.set $both (local.get $letters))
      (local.set $word (i32.const 0))
      (local.set $letters (i32.const 0))
      (br $again))
    (i32.const 0))

  ;; Whether a run of at least 16 may hold anything; the same questions as run-readers.ts asks, put more coarsely.
  (func $worth (param $address i32) (param $length i32) (param $seen i32) (result i32)
    ;; A name may stand in the run, before `=`.
    (if (i32.and (local.get $seen) (i32.const 0x200)) (then (return (i32.const 1))))
    ;; Encoded text: no full stop, no tilde, not small letters alone.
    (if (i32.and (i32.ge_u (local.get $length) (i32.const 24)) (i32.and
      (i32.eqz (i32.and (local.get $seen) (i32.const 0x480)))
      (i32.ne (i32.and (local.get $seen) (i32.const 7)) (i32.const 2)))) (then
        (if (call $encoded (local.get $address)) (then (return (i32.const 1))))))
    ;; A key: a digit, and not too long.
    (if (i32.eqz (i32.and (local.get $seen) (i32.const 1))) (then (return (i32.const 0))))
    (if (i32.gt_u (local.get $length) (i32.const 1200)) (then (return (i32.const 0))))
    ;; A long one has a great letter, and no + / = ~
    (if (i32.gt_u (local.get $length) (i32.const 264)) (then
      (if (i32.ne (i32.and (local.get $seen) (i32.const 0x704)) (i32.const 4)) (then (return (i32.const 0))))
      (return (call $owned (local.get $address)))))
    ;; A token from end to end: no slash, and no hash or UUID, unless it starts with 00, 0- or 00-.
    (if (i32.and (i32.ge_u (local.get $length) (i32.const 24)) (i32.eqz (i32.and (local.get $seen) (i32.const 0x100)))) (then
      (if (i32.and (local.get $seen) (i32.const 0x2000)) (then (return (i32.const 1))))
      (if (i32.eq (i32.load16_u (local.get $address)) (i32.const 0x3030)) (then (return (i32.const 1))))
      (if (i32.eq (i32.load8_u offset=1 (local.get $address)) (i32.const 45)) (then (return (i32.const 1))))
      (if (i32.eq (i32.load8_u offset=2 (local.get $address)) (i32.const 45)) (then (return (i32.const 1))))))
    ;; A key beside a service's name: letters and digits from 20 to 128, but no hash, in brackets, in quotes or behind a blank.
    (if (i32.and (i32.le_u (i32.sub (local.get $length) (i32.const 20)) (i32.const 108)) (i32.eq (i32.and (local.get $seen) (i32.const 0x27c0)) (i32.const 0x2000))) (then
      (if (i32.or
        (i32.and (call $bits (i32.sub (local.get $address) (i32.const 1))) (i32.const 0x800))
        (i32.eq (i32.or (i32.load8_u (i32.sub (local.get $address) (i32.const 1))) (i32.const 0x20)) (i32.const 0x7b))) (then
        (if (call $named (local.get $address)) (then (return (i32.const 1))))))))
    (call $owned (local.get $address)))

  ;; The classes of a run's bytes up to `end`, in this slice and before it.
  (func $seen (param $run i32) (param $from i32) (param $end i32) (result i32)
    (local $seen i32)
    (if (i32.lt_s (local.get $run) (local.get $from))
      (then (local.set $seen (i32.load (i32.const 12))))
      (else (local.set $from (local.get $run))))
    (block $done
      (loop $again
        (br_if $done (i32.ge_u (local.get $from) (local.get $end)))
        (local.set $seen (i32.or (local.get $seen) (i32.load offset=64 (i32.shl (i32.load8_u (local.get $from)) (i32.const 2)))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br $again)))
    (i32.and (local.get $seen) (i32.const 0xffff)))

  ;; V8 compiles a function anew in the background once so many bytes of its code have run, and most hooks end before that
  ;; pays. So there are several of each loop over the text, see locate.ts.
  ;; 3 times

  ;; Notes the runs and stretches of a slice that are long enough, sixteen bytes at a time: what begins and ends within sixteen
  ;; is too short, so of each sixteen only the first and the last byte that ends one count.
  (func $survey* (param $from i32) (param $end i32) (param $text i32) (param $runs i32) (param $stretches i32)
    (local $at i32) (local $run i32) (local $stretch i32) (local $bytes v128) (local $valid i32) (local $ends i32) (local $stop i32) (local $seen i32)
    (local.set $at (local.get $from))
    (local.set $run (i32.add (i32.load (i32.const 4)) (local.get $text)))
    (local.set $stretch (i32.add (i32.load (i32.const 8)) (local.get $text)))
    (loop $again
      (local.set $bytes (v128.load (local.get $at)))
      (local.set $valid (select
        (i32.const 0xffff)
        (i32.sub (i32.shl (i32.const 1) (i32.sub (local.get $end) (local.get $at))) (i32.const 1))
        (i32.ge_u (i32.sub (local.get $end) (local.get $at)) (i32.const 16))))

      ;; No letter, digit, _ - . + / = ~
      (local.set $ends (i32.and (local.get $valid) (i32.xor (i32.const -1) (i8x16.bitmask (v128.or
        (v128.or
          (i8x16.lt_u (i8x16.sub (v128.or (local.get $bytes) (i8x16.splat (i32.const 0x20))) (i8x16.splat (i32.const 97))) (i8x16.splat (i32.const 26)))
          ;; - . / and the digits stand in one row.
          (i8x16.lt_u (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 45))) (i8x16.splat (i32.const 13))))
        (v128.or
          (v128.or (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 95))) (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 43))))
          (v128.or (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 61))) (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 126))))))))))
      (if (local.get $ends) (then
        (local.set $stop (i32.add (local.get $at) (i32.ctz (local.get $ends))))
        (if (i32.ge_s (i32.sub (local.get $stop) (local.get $run)) (i32.const 16)) (then
          (local.set $seen (call $seen (local.get $run) (local.get $from) (local.get $stop)))
          ;; What lies before the slice cannot be seen, so a run at its beginning is always noted.
          (if (if (result i32) (i32.lt_s (i32.sub (local.get $run) (local.get $from)) (i32.const 48))
            (then (i32.const 1))
            (else (call $worth (local.get $run) (i32.sub (local.get $stop) (local.get $run)) (local.get $seen)))) (then
            (i32.store (local.get $runs) (i32.sub (local.get $run) (local.get $text)))
            (i32.store offset=4 (local.get $runs) (i32.sub (local.get $stop) (local.get $text)))
            (i32.store offset=8 (local.get $runs) (i32.and (local.get $seen) (i32.const 0x47ff)))
            (local.set $runs (i32.add (local.get $runs) (i32.const 12)))))))
        (local.set $run (i32.add (local.get $at) (i32.sub (i32.const 32) (i32.clz (local.get $ends)))))))

      ;; No small letter and no blank; 47: twelve words of three letters
      (local.set $ends (i32.and (local.get $valid) (i32.xor (i32.const -1) (i8x16.bitmask (v128.or
        (i8x16.lt_u (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 97))) (i8x16.splat (i32.const 26)))
        (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 32))))))))
      (if (local.get $ends) (then
        (local.set $stop (i32.add (local.get $at) (i32.ctz (local.get $ends))))
        (if (i32.ge_s (i32.sub (local.get $stop) (local.get $stretch)) (i32.const 47)) (then
          (i32.store (local.get $stretches) (i32.sub (local.get $stretch) (local.get $text)))
          (i32.store offset=4 (local.get $stretches) (i32.sub (local.get $stop) (local.get $text)))
          (local.set $stretches (i32.add (local.get $stretches) (i32.const 8)))))
        (local.set $stretch (i32.add (local.get $at) (i32.sub (i32.const 32) (i32.clz (local.get $ends)))))))

      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $again (i32.lt_u (local.get $at) (local.get $end))))
    (i32.store (i32.const 4) (i32.sub (local.get $run) (local.get $text)))
    (i32.store (i32.const 8) (i32.sub (local.get $stretch) (local.get $text)))
    (i32.store (i32.const 12) (call $seen (local.get $run) (local.get $from) (local.get $end)))
    (i32.store (i32.const 24) (local.get $runs))
    (i32.store (i32.const 28) (local.get $stretches)))

  (func (export "scan*")
    (param $from i32)     ;; position in the text where the slice begins
    (param $end i32)
    (param $text i32)     ;; address of position 0; it may lie before the memory's start
    (param $rows i32)
    (param $hits i32) (param $runs i32) (param $stretches i32)
    (local $at i32) (local $state i32) (local $bits i32)
    (local.set $from (i32.add (local.get $from) (local.get $text)))
    (local.set $end (i32.add (local.get $end) (local.get $text)))
    (local.set $at (local.get $from))
    (local.set $state (i32.load (i32.const 0)))
    (local.set $bits (i32.load (i32.const 16)))
    (block $done
      (loop $next
        (block $hit
          (loop $again
            ;; The step of the automaton, see there. A cell is four bytes, a row of pairs 256. What leads where cannot be
            ;; foreseen, so it is chosen and not branched on.
            (local.set $state (select
              (i32.load16_u offset=5184 (i32.add
                (i32.shr_u (local.get $bits) (i32.const 16))
                (i32.shr_u (local.tee $bits (i32.load offset=64 (i32.shl (i32.load8_u (local.get $at)) (i32.const 2)))) (i32.const 23))))
              (i32.shr_u (local.tee $state (i32.xor
                (i32.load offset=25664 (i32.add (local.get $state) (i32.shr_u (local.get $bits) (i32.const 22))))
                (i32.shr_u (local.get $bits) (i32.const 22)))) (i32.const 16))
              (i32.and (local.get $state) (i32.const 0xffff))))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br_if $hit (i32.ge_u (local.get $state) (i32.const 0xc000)))
            (br_if $again (i32.lt_u (local.get $at) (local.get $end))))
          (br $done))
        (i32.store (local.get $hits) (i32.sub (local.get $at) (local.get $text)))
        (i32.store offset=4 (local.get $hits) (local.get $state))
        (local.set $hits (i32.add (local.get $hits) (i32.const 8)))
        (local.set $state (i32.load16_u (i32.add (local.get $rows) (i32.shl (i32.sub (local.get $state) (i32.const 0xc000)) (i32.const 1)))))
        (br_if $next (i32.lt_u (local.get $at) (local.get $end)))))
    (i32.store (i32.const 0) (local.get $state))
    (i32.store (i32.const 16) (local.get $bits))
    (i32.store (i32.const 20) (local.get $hits))
    (call $survey* (local.get $from) (local.get $end) (local.get $text) (local.get $runs) (local.get $stretches))))
