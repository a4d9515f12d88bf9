/** The words of foreign code, in the order of how many packages and files hold them. */
export const CODE_WORDS =
  "the from for use version type get this name file return not string default data source all and function value " +
  "are with object error number set that const can options url strict names create true export new list only https " +
  "map types has user base one you any files will description key code null common boolean add delete index node " +
  "module import required text used format false generated api message display when end include class have should " +
  "array define root require config update values fields but using functions check see parse script content filter " +
  "else which method field length time input other parameters mode http operation path public params max first " +
  "without more whether interface show mapping current change under open may exports sources size each info result " +
  "status org last access read body table output option case start com void header out query your next must html " +
  "line load external etc find copy request form action empty passed item server before given expression optional " +
  "users license after runtime items make these loading auth was defined link count date nodes reference token non " +
  "safe copyright where edit state same resource response call some here var created then remove try event single " +
  "into context allow declare note match information its also search keys there don project been specific test " +
  "sort schema validation handle title free none group full push they part found need either even system select " +
  "off let send post contains while collection handling valid main does following undefined errors subject example " +
  "internal raw json mappings int page property src them above details warning run limit both local many " +
  "additional about email returns section parent core like than client disable long provided permissions otherwise " +
  "authentication custom want build exists order min target left ignore instead already defaults level app split " +
  "write modify address async global such active between now parameter unknown process apply available private " +
  "special multiple once always hash based how block properties store template enabled flag log invalid since " +
  "includes two cannot identifier entry below namespace style possible support resolve documentation union results " +
  "purpose settings application back permission close success sub label tag actions top specified utils headers " +
  "general password enable put including allowed service existing called work param ref disabled point admin their " +
  "auto usage operations bytes way keep per continue catch credentials included modified just generate pre useful " +
  "char being shared would via prefix width href helpers utf what old init uses save primary unique could own " +
  "needed contain notice space choose software except column variable different throw requires changes doc docs " +
  "location related merge because still initial simple library replace print github execute previous buffer terms " +
  "added verify entries returned standard original doesn configuration right kind particular means rights authors " +
  "account literal element reset share integer setting done avoid record insert updated static clear range methods " +
  "trigger bool pop character associated every itself currently please ssl later timeout document author " +
  "connection java generic switch over lib self cached directly control dir sure promise attribute starts binary " +
  "those join session failed containing plain err domain missing args messages zero conditions matching stop " +
  "exception position attributes versions meta handler extension objects fail supported most validator username " +
  "sent matches changed str complete color override present characters least another num web within extends never " +
  "gets append box callback validate through written storage against command hidden break host automatically fetch " +
  "directory equal debug row imported env contents deleted offset reserved language view short pass filename cache " +
  "stored were checked actually constants encoding extract too unless distribution well extra received accept head " +
  "plugin register database strings move however less ids selected package instance execution inline removed bit " +
  "take setup height variables reason func caa shift lower actual events basic memory exist might syntax security " +
  "known made role metadata ctx placeholder implied tree needs constructor second maximum filters pages scope " +
  "stack encode obj allows todo published child loaded skip sets retrieve provide assignment during sign timestamp " +
  "await final hide limited report uri program perform factory granted direction requested groups microsoft " +
  "comment dynamic look calls force msg specify aae uid helper argument wait children tags txt forms yet wrapper " +
  "until normal works due small algorithm feature flags structure notification provides alias window copies " +
  "something down image taken baa exit deep bac nothing multi expected won prevent issues bad components sorted " +
  "cac makes fallback anything attempt fixed compare our effect icon connect services compatibility crypto real " +
  "arguments assign release issue dev transform iso along express spaces extensions modules arg fails loop " +
  "separated implementation place obtain help links running elements net click background owner numeric protocol " +
  "hint rules convert deal inc pointer parts creating finish rule col expressions regular assert button longer " +
  "random again sync fitness relative deprecated mark fill able adding explicit latest builder supports caller did " +
  "proxy engine comments explicitly policy rest rather failure drop permitted partial lookup typeof large interval " +
  "total endif google checks ignored warranty visible merchantability numbers correct parsed ends environment git " +
  "replaced wrap bottom variant windows necessary xml clean hooks whose stream give padding paths side takes " +
  "checking nor lines val mail lock byte device pattern warn eaa cases whole appear saved writing future track " +
  "leave align ensure ext starting symbol requests definition publish signature named configured finally rfc alt " +
  "high isn references columns appropriate condition category rows mime difference div inside person creation " +
  "provider decode port wrong font sha eaae eac big assume compatible know desc effective got licensed follow aac " +
  "unsigned reduce warnings tracking best individual hex duplicate origin exp mac protected unit things third " +
  "contact exclude similar bind creates operator construct res hook inputs cause site listed media round having " +
  "reject successful login upper normally testing exec features executed initialize sequence manually iac diff low " +
  "exactly lost points licenses struct notify occurred descriptor three forward usr submit prev border escape enum " +
  "layout toggle model very correctly minimum daa foo behavior opt better others reverse direct redirect builtin " +
  "css problem determine derived secure super regex plugins signed tables absolute bar workflow separate len " +
  "install arrays cancel scripts queue resulting ones digest updates nested secret around tools pick profile " +
  "intended day further tab built summary formatted weight home manager comma download therefore suffix screen " +
  "refresh queries repository lists reading gnu restriction performance outside marked encoded completed manual " +
  "inherit fix word bin tmp distribute handles exact applies blocks defines authorization combined bsd pending " +
  "plus liable payload configure slice making cleanup good arbitrary legacy charset member usually important term " +
  "container caac destroy adds unix prop previously spec unsupported mod math relevant shall enter sql selection " +
  "lang corresponding across maam resources exceptions damages times seconds span omit everything gaa milliseconds " +
  "development oaao bug team codes tests receive temporary history passing eval applied reasons entire cast trim " +
  "distributed agent who virtual front addition float bound normalize supplied simply console indicate together " +
  "compliance begin duration php calling kaak transport much reply linked reg produce rel writable req machine " +
  "step according ready easily util svg win folder overwrite rename sections definitions depends trace examples " +
  "credential often outputs started letter accepted blank dot why medium selector yes draft hereby stringify abort " +
  "remote considered component copied claim followed tokens entity probably unshift clone registered had prototype " +
  "browser upload prepare configurable happens separator doing returning linux retry route idx red prefer pipe " +
  "double contract design properly iaai few higher unicode consider accepts developer mit pragma mapper happen " +
  "processing tls controller dependencies prior indicates implement processed compute expect network act whenever " +
  "readable identity channel warranties templates task alternative margin render blob schemas compile center " +
  "protect cookie attr described gen cursor positive locator working logs records really debugging successfully " +
  "generation alpha modification typed expand confirm negative ret formats graph locale transfer scheme preserve " +
  "enough gmail runs opts arising overflow flow contributors fast dist removing rate fragment backward completely " +
  "destination abstract endpoint archive certificate treated extend performed delta purposes detect utilities sec " +
  "progress uint shadow combination apache resolved party redistribute preferred locked likely thread recommended " +
  "relation detail instances controls trailing der internally limits std greater delay patch themselves depending " +
  "menu handled waaw neither utility pos parser problems family attempts generator represents urls gaag mask " +
  "systems met lead prompt interfaces sample pull finished cross authenticate bits sell platform conversion " +
  "structures upon footer man though overrides follows dispatch come changing causes translate comparison hub " +
  "keyword conf adjust eslint addresses turn representation acc comes referenced socket placed props floor " +
  "contained def clients aliases installed resize statement far kept assigned mapped qaaq management die expanded " +
  "hold stay constant scale permit stable depth unused shape pure directories dom meaning bold fit certain " +
  "reported implements saas remaining attach callbacks uuid sum native flat accessible indexes router alert recent " +
  "providers signal pairs fully getting inner consume validity reads looking quick quote possibly various openssl " +
  "shouldn policies ptr encryption del gpl readonly tool anonymous people maybe allowing throws amount members " +
  "uaau descriptions sys portions binding going concat liability chunk closed categories sorting prefixed " +
  "equivalent days ascii ever hard listener weak invoked replacement registration acl parsing perl listen theme " +
  "acd automatic projects stat advanced buf shown opened backwards refer foundation pair pid qac occurs clause " +
  "connected beginning limitation trying identify navigation functionality seen reports priority scalar extended " +
  "visibility handlers batch png copying tort repeat restore stats mechanism substitute logic whatever dependency " +
  "strategy released words dirname connections libraries hit several colors translation patterns middle area looks " +
  "gives filled yaay master translations sessions implemented commands notes proto determines parallel fatal " +
  "appears calculate wiki img charge consistent lowercase remain deleting edited naming job whom skipped radius " +
  "compiler ownership upgrade temp earlier anymore waiting retain proc loss gap product attached sending grant " +
  "bugs strip branch commit evaluate dup series cmp timer hostname emit servers unauthorized basis vendor early " +
  "converted exchange especially sep cert slow registry typically idle linear panel organization echo flush " +
  "indicating activity shows past asc logging certs forbidden oid focus expires formatting choice transaction " +
  "older age subscribe recursive building live dump shell hmac faa yac online displayed eaac white jan documents " +
  "counts cut substantial counter eof card omitted writes steps persons encrypt enumerable canonical releases " +
  "almost broken question ver states secondary specifies grid alternate sanitize immediately labels danger ctrl " +
  "mentioned entities newly undef incoming cost trusted classes vars easier compression applicable chain xmlns " +
  "computed zone operating modifications entered soon layer attachment aaea easy determined typedef cloud " +
  "obtaining translated excluded represent triggered conflict occur quotes website globals appended unset cat " +
  "becomes dealings hashes applications responsible posix holders compat exclusive separately ranges identical " +
  "exported iteration desired cacd accessed leading odd opacity rem pub zod fetching noninfringement tries symbols " +
  "responses respectively reload enforce manage closing decimal addr thing submitted locations become serial " +
  "promote truncated completion watch reached uppercase assumed speed overview evaluated products optimize modes " +
  "thus larger reader business newer passes filtered merged mean mozilla hope initialized sensitive populate " +
  "whitespace exceed bae chars light terminal aborted combine revision unable cap dialog rotate javascript affect " +
  "roles expose confirmation cipher iaa period truncate twice didn interpreted ability infinite hand supporting " +
  "aes underline compiled complex matched storing regexp little schedule reuse notation executing distinct builds " +
  "tell statistics aren styles world pathname thrown human collapse preserved opening regardless specifically hour " +
  "generates indicated caused proper invoke cleared remember editor existence lazy wrapped unlike packages refers " +
  "tabs collect variants four optionally accounts scoped treat lot rendering away minutes mostly sun compact kaa " +
  "fee utc backend pem normalized someone cover removes instanceof managed stores conditional silent behaviour zip " +
  "unexpected marker initialization enc dest suitable pretty strong threads trust moved spacing arrow busy pool " +
  "sense tick depend des crl elem incorrect checkbox although denied internet john describe aam cms alg underlying " +
  "stdout belongs year smaller instructions pack ensures simplify zlib helps matter sublicense vertical cur iae " +
  "elsewhere subsequent loads verified goes dont eae cell rev arr declared executable guaranteed targets tail " +
  "mixed restricted duplicates dictionary vector loc worker expr assuming recipient keywords shutdown converts kac " +
  "disk mjs holds discriminator substring anchor silently region operators upstream rejected sig cmd thanks gzip " +
  "power flex infinity overridden issuer dec operate company exceeded solid english developers care dealing " +
  "strictly delimiter anyone transformation saving logo triggers seq frame guide inserted ways writer iterator " +
  "principal prepend basename minimal oracle peer encrypted potential indent attrs restrictions plural mismatch " +
  "owned mem dark indirect sends creator cae dependent hello ending say bootstrap allocated experimental " +
  "specification notifications verbose escaped pod extern printf extracted splice nice modifying refs apps " +
  "updating stuff onto immediate buffers insensitive replaces universal ticket ignoring keyboard prints differs " +
  "clock unspecified signatures debian receives sheet listing implicit terminated swap driver safely serialize " +
  "preferences answer increment minor accessing decoding anyway preference dynamically computer designed subtitle " +
  "dates alter unlock yaa unlimited affected stretch python sometimes seed respect logged mobile edge comp " +
  "additionally overhead remains usual verification differently marks guess fall highlight restart introduced " +
  "aborting raise gid stamp instruction dropped percent subset persist configurations retrieved faster solution " +
  "sizes maintainers ifndef administrator detailed holder applying evaluation scroll authenticated maps " +
  "collections dac installation tasks assumes aria presence usable readme equals dict mid aaef capture nil ordered " +
  "rsa ipv requirements nav disallow van restrict algorithms allocate month startup beyond aaca furnished major " +
  "guard nbsp chosen generating visual green identified alloc rely processes aggregate recognized recursively priv " +
  "declaration resolution alone managing reporting keeping impossible avoids threshold appending decide digital " +
  "improve tbody representing aad icons decoded foreach idea caaw lesser filenames grep preview minus unsafe cpu " +
  "precision terminate immutable compress blocked bundle renderer optimized substr gac respond cwd indices " +
  "textarea stderr connecting suite inherited unlink learn dual wide logout compressed searching intentionally " +
  "formatter pipeline segment detected constraints tells couldn macros efficient finds ibm blue effectively " +
  "increase oct abs specifying corresponds primitive certificates ask clip deletes maintain equality constructed " +
  "production prevents crc customize downgrade propagate modal detection hover defining leaving languages kernel " +
  "decoration internals alternatively critical promises describing argv possibility localhost replacing ops wants " +
  "asynchronous magic parents black among ing tested aux finite octet indexed issued enabling hours loader seems " +
  "contexts legal bag excluding usa justify places reused databases partition programs wildcard routes ended rand " +
  "nonce located pointing combinations consequential removal wrapping half transparent passwd dead streams " +
  "propagation controlled kill decrypt ses somewhere expired uniq convention qaa implementations hack asn " +
  "introduction broadcast expire viewport uric cookies phase homepage enumeration effects communication expects " +
  "images bring quickly pdf freeze merging qae nullable sender highest apple flatten makefile keeps referencing " +
  "units dst foreign simplified fetched independent wish rare fingerprint routing theory fact forgot datetime " +
  "ratio locks saa ftp produced encodings aaed aware obtained failing loops safety choices lodash errno recursion " +
  "folders implicitly belong editing salt abc acceptable revoked relations yield tcp describes interpret printed " +
  "fmt dns scan buttons taking surface outer pkg potentially square maa cli dummy minute underscore declarations " +
  "plaintext backslash obsolete circle symbolic improved understand pseudo displays exceeds similarly plan " +
  "constraint csv intl filtering stops fire authority caching embed proceed monitor heap encountered bacz devices " +
  "matrix globally expiration layouts agree yae integers ttl resolves tring david forced crash macro friendly " +
  "paragraph con yaml tracker sup environments meant indicator sorts lets offer closes platforms logical escaping " +
  "coverage unfortunately levels cacc nid identifiers ietf unavailable feedback showing timestamps accordingly " +
  "newline unchanged confirmed edu cycle authorized latter stage react explain ifdef ins phone misc behind " +
  "activate architecture practice recently widget trash neutral slightly strongly mutation criteria generally " +
  "opaque persistent delivered doctype grow inclusive clears discard pad duplicated behaves enables est comparing " +
  "blocking supposed thead brackets ype miscellaneous boundary spdx beta tar floating limitations stopped bounds " +
  "reflect nul caption sleep fork guarantee performs tap migrate represented adjusted originally involved " +
  "termination latin situation sans engines endpoints matcher mkdir glob views controllers kinds bare aao recorded " +
  "ping quiet think redirection hints registers defer jpeg colon routine optimization ceil validated wasn heading " +
  "eaaq ahead documented trans xor asked singular mandatory timezone expressed protection embedded helpful " +
  "questions renamed prefixes agreement frontend overwritten traverse cont attachments rid vice sequences vary " +
  "deletion downloaded providing mix wanted earch processor stdin clang locales emoji drive dash namespaces feed " +
  "resolver university cal urlencoded serialized tried omponent uploaded happened moment course rror goto parses " +
  "lifetime dsa chunks radio predefined android bindings alive stdio imports decrypted locking ben shares gcc " +
  "giving asking bai subscription redirected streaming ame figure snapshot life mount phrase prime country offline " +
  "finding packed revert filesystem modifier aai credits portion containers mirror horizontal subtract ordering " +
  "ignores cols inherits dae pow interaction attacks aacf isa useless book domains saves curve succeeds falls " +
  "bypass particularly lose buffered preceding face enforced begins discover iterate partially moving discarded " +
  "oaa timed versa sufficient amd concurrent worth continues caae leaves personal jwt sharing advised manipulation " +
  "oldest dirs curr sticky cancelled rec initially law invocation identifying listeners reproduce aspect supply " +
  "differences undo italic rejection review stroke timing hits sourceforge kai aka slash temporarily welcome " +
  "uniform launch cfg gmt resp pro assertion kit tip approach baz resume pat forth epoch aws grouped remainder " +
  "percentage distinguish inconsistent carry sac metrics letters race straight cas stub browse integrity topic " +
  "orig consumer unmodified benefit outline symlinks hosts eay falling workaround tty amp bob satisfy wraps caay " +
  "everyone verbatim shallow pause eaau bom manipulate lint gone enterprise pointers alignment cond unpack fixes " +
  "concatenated picker tuple covered stylesheet transition wrappers disconnect visually incidental perhaps play " +
  "fixme ten hence spread retrieving wildcards forget garbage calendar dat bacl aag profiles von compilation " +
  "analysis san eventually verifies street maintained packaging calc illegal emitted sym iacf numbered fine risk " +
  "damage exposed corporation verifying synchronization turns entirely scheduled deny directive impl exe sprintf " +
  "signing iacd shorthand deferred goods yourself tom requesting serve reduced yacx crlf searched significant " +
  "singleton pagination respective intermediate descending star hashed logger patches bigint poll hat bulk " +
  "incomplete significantly altered tbl freed somewhat seek optimal portable interactive violation grab holding " +
  "absent inf commonly emails insecure evaluates abi dep bot trees rgb leaks eaam ion chrome zoom noop rhs compose " +
  "cai equiv unrecognized drag fired him acts cpp linking shrink inject maama deals quite mtime dtd eaay factor " +
  "sibling bucket caught mysql eaao fourth unload waa causing leak skipping till counted offsets validates " +
  "relational gaas ascending computing ent delegate regard pay intro advance repeated stripped volume news " +
  "minimize unnecessary behave bcc rebuild went tion interpolation exits opportunity hashing infos collapsed " +
  "manner jump uncompressed technical unhandled bacr gif arc indeterminate closure calculated simulate visited " +
  "caam transformed suppress digit sea attempting candidate quoted interact material tracked exclusion den sandbox " +
  "resolving memo jpg envelope seem selects specifier confused popular tue nesting traditional bmp wise held " +
  "couple careful central formula standards closest adb gaai statements npm isolate identifies gaaq strapi rect " +
  "unified produces shorter installing implies stays overriding switches cgi deps leaf esc joined symlink fresh " +
  "hierarchy redundant rep affects binaries splitting walk locally near disclaimer inet differ hasn converting " +
  "searches precedence physical conjunction spot unsubscribe machines wikipedia sockets modern keyed iaed throttle " +
  "recovery channels challenge expansion kid forcing anywhere sites accurate jobs severity convenience popup " +
  "circular bash mon underscores grey chmod exporting aed article eacv chance frames ada literals aau preset " +
  "modifies commas compared attempted incorrectly sensitivity accessor cad desktop intersection cleaned axis nov " +
  "convenient treats historical submission aas dan ind mouse downloading scopes experience aug extending owns los " +
  "validating descriptors caches assigns trap unwrap stated cbc representations came situations infer mind eacl " +
  "succeeded fashion week inclusion edition peter checksum fragments aan sock soft dimension netscape submitting " +
  "baseline compliant manages redirects research suggested redistribution coming necessarily destroyed slot " +
  "somehow resets thumb";
