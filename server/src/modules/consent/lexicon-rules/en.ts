import type { Lexicon } from './lexicon.ts'

const verb = '(?:text(?:ing)?|txt(?:ing)?|messag(?:e|ing)|msg(?:ing)?|sms|contact(?:ing)?|spam(?:ming)?)'
const list =
  '(?:(?:the|this|your|that|ur|these|all|any|of|texting|text|sms|mailing|messaging|contact|contacts|phone|call|calling|email|alert|message|group|broadcast|future|further|automated)? ?){0,4}(?:lists?|thread|texts?|messages?|texting|database|contacts|sms|chat|group text|text chain|chain)'

const when =
  '(?: (?:last|this) (?:week|month|year|summer|friday|monday)| already| yesterday| today| (?:a|two|three|few|a few) (?:days?|weeks?|months?|years?) ago| back in [a-z]+)?'
// A contact who left needs no more texts. Alone such a sentence is only news; next to a request to stop it is the
// reason.
const noLongerWorks = `(?:i (?:do not|dont|no longer|havent) work(?:ed)? (?:t?here|(?:for|with|at) [a-z]+(?: [a-z]+)?)(?: (?:any ?more|no more|in years))?|i (?:already )?(?:quit|retired|left|resigned|moved)${when}|(?:i (?:was|got|have been)|ive been) (?:let go|fired|laid off|terminated)${when})`

/** English. Single words: 47 CFR 64.1200(a)(10) and the words that US carriers honor. */
export const en: Lexicon = {
  language: 'en',
  stop: [
    ...['stop', 'stopall', 'stop all', 'unsubscribe', 'unsubscribed', 'unsub', 'optout', 'opt out', 'opting out'],
    ...[
      'opted out',
      'stop2quit',
      'stop 2 quit',
      'stop to quit',
      'stop to end',
      'stop to cancel',
      'stop text',
      'unsuscribe',
    ],
  ],
  weakStop: ['cancel', 'end', 'quit', 'revoke', 'remove', 'cancel all', 'end all', 'quit all', 'revoke all'],
  marked: [],
  slips: ['stop', 'unsubscribe', 'cancel', 'quit', 'revoke', 'optout', 'unsub', 'stopall'],
  notSlips: [
    ...['step', 'shop', 'slop', 'stoop', 'stomp', 'strop', 'stow', 'stops', 'atop', 'stoup', 'swop', 'setup', 'scop'],
    ...['suit', 'quid', 'quip', 'quiet', 'quite', 'quilt', 'quits', 'quiz', 'quint', 'quoit', 'quirt', 'unit', 'duit'],
    ...['cancer', 'cancels', 'cancun', 'revoked', 'revokes', 'evoke', 'invoke', 'provoke', 'removed', 'unsure'],
  ],
  start: ['start', 'unstop', 'restart texts', 'resume', 'subscribe', 'opt in', 'optin', 'opt back in'],
  yes: ['yes', 'yes please'],
  help: ['help', 'info', 'help me', 'help info', 'information'],
  please: ['please', 'pls', 'plz', 'plse'],
  courtesy: ['ok', 'okay', 'thanks', 'thx', 'hi', 'hello', 'hey', 'just', 'sir', 'maam', 'sorry', 'kindly', 'omg'],
  texts:
    '(?:texts?|messages?|msgs?|msg|txts?|sms|text messages?|texting|messaging|text alerts?|alerts?|spam|mass texts?|group texts?)',
  clear: [
    `(?:stop|quit|cease|discontinue)(?: with)? ${verb}(?: (?:me|us|(?:this|my)(?: [a-z]+)? (?:number|phone|cell)))?`,
    '(?:stop|quit) (?:sending|sendin) (?:me|us) (?:stuff|things|crap|these|those|this|anything)',
    '(?:stop|enough)(?: it)? with (?:the|these|all the|all these|your) (texts)',
    '(?:stop|quit) blowing up my (?:phone|cell)',
    '(?:stop|quit|cease) (?:sending|sendin)(?: me| us)?(?: (?:stuff|things|crap))?(?: (?:all|these|those|this|the|any|your|more|of|so many)){0,3} (texts)(?: to (?:me|my phone))?',
    '(?:stop|end|cease|no)(?: all)?(?: (?:these|those|this|the|your|my|further|future|more|of)){0,2} (texts)',
    '(?:stop|cease) (?:harassing|bothering|spamming) me',
    `(?:do not|dont|don t|do nt|donot|never|dnt)(?: ever)? ${verb} (?:me|us|this (?:number|phone)|my (?:number|phone|cell))`,
    '(?:do not|dont|never)(?: ever)? send(?: me| us)?(?: (?:any|more|these|those|this|your|anymore|the)){0,3} (texts)',
    `(?:take|get|remove|delete|drop|pull|sign|scratch) (?:me|us) (?:off|out|from)(?: of| from)? ${list}`,
    '(?:remove|delete|take|erase|drop|lose) my (?:phone number|number|phone|cell|cell number|cell phone|cell phone number|mobile|mobile number)(?: (?:from|off|out)(?: of)?(?: (?:this|the|your|ur|all)){0,2} (?:(?:text|contact|calling|phone|texting) )?(?:lists?|database|records|contacts|phone|system|texts?|messages?|texting))?',
    `(?:unsubscribe|unsub|unenroll|opt) (?:me|this number|my number)(?: out)?(?: (?:from|of) ${list}| from this)?`,
    `(?:to |i )?(?:want to |wanna |wish to |would like to |id like to |need to |choose to |am |im )?(?:opt out|opting out|unsubscribe|unsubscribing)(?: (?:of|from) ${list}| of this| from this)`,
    '(?:i (?:want|wanna|wish|would like|need|d like|choose)|id like) (?:to )?(?:opt out|unsubscribe|be unsubscribed|be (?:taken off|removed from) ' +
      list +
      ')',
    '(?:i (?:want|would like|need)|id like) (?:off|out)(?: of| from)?(?: (?:this|the|your|all|these))?(?: (?:lists?|texts?|messages?|group|group text|thread))',
    'i (?:want|wish|would like|need) (?:to )?(?:stop|quit) (?:getting|receiving) (?:(?:these|those|your|any|all|the|more) ?){0,2}(texts)',
    'i (?:want|would like|need) (?:to be )?(?:taken off|removed from|off of|off) ' + list,
    '(?:i )?(?:do not|dont|no longer|don t|never)(?: want| wish| care| like)(?: (?:to )?(?:get|receive|be getting|getting|receiving))?(?: (?:any|more|these|those|this|your|the|of|anymore|further)){0,3} (texts)',
    `i (?:do not|dont|no longer) want (?:you |you guys |yall )?to (?:be )?(?:texted|messaged|contacted|text me|message me|contact me)`,
    `you (?:do not|dont|no longer|never had|never) (?:have )?(?:my )?(?:permission|consent) to ${verb}(?: (?:me|this number|my (?:number|phone|cell)))?`,
    `you (?:are not|arent) (?:allowed|permitted) to ${verb} me`,
    '(?:i|im|i am) (?:hereby |am )?(?:revok(?:e|ing)|withdraw(?:ing)?|tak(?:e|ing) back)(?: my)? (?:consent|permission)(?: (?:to|for) (?:(?:be|being|receive|receiving|get|getting) )?(?:texted|contacted|(?:(?:these|any|your|more) ){0,2}(texts)|text me))?',
    'i (?:do not|dont|no longer) (?:consent|agree) to(?: (?:be|being|receive|receiving|get|getting))?(?: (?:these|those|any|your|more|texted|further)){0,2}(?: (texts))?',
    'cancel(?: my| the| these| your| all)? (?:subscription|text subscription|(texts))',
    '(?:i would|id|i d|i) (?:rather|prefer)(?: to)? not(?: to)? (?:get|receive|be getting|have)(?: (?:any|more|these|your|the)){0,2} (texts)',
    '(?:i )?(?:do not|dont|no longer|never) (?:want|wish|like|care) to be (?:texted|contacted|messaged)(?: by (texts))?',
    `(?:i )?(?:do not|dont|no longer) (?:want|wish|need) to be (?:on|in|part of) ${list}`,
    '(?:unsubscribe|unsub|opt out|opt me out)(?: me| this number| my number)?(?: (?:from|of) (?:all|everything|all of (?:it|this|these)))?',
    '(?:stop|end|cease) all (?:communications?|contact)(?: with me| to me| to this number)?',
  ],
  before:
    '(?:please|pls|plz|kindly|ok|okay|hey|yo|hi|hello|just|and|so|now|also|no|sorry|again|but|guys|yall|thanks|thank you|listen|seriously|can (?:you|u|yall|someone)|could (?:you|u|someone)|would you|will you|you (?:need|have) to|i (?:need|want|would like) you to|id like you to|i am asking you to|im asking you to|i (?:said|told you|asked you)(?: to)?|for the last time|go ahead and|do me a favor and|i (?:do not|dont|no longer) work (?:t?here|for (?:you|yall|them)|with you)(?: any ?more)?|i (?:already )?(?:quit|retired|left)(?: (?:last|this) (?:week|month|year)| already| yesterday)?)',
  after:
    '(?:please|pls|plz|now|right now|immediately|asap|at once|again|ever|ever again|no more|and thank you|any ?more|any longer|any further|from now on|forever|thanks|thank you|thx|ok|okay|already|man|bro|guys|yall|(?:on|at|to) (?:this|my) (?:number|phone|cell)|from (?:you|this number|this company|your company)(?: guys| people| all)?|i (?:do not|dont|no longer) work (?:t?here|for you|with you|for this company|for yall|for them)(?: anymore)?|i (?:already )?(?:quit|retired|left)(?: (?:last|this) (?:week|month|year)| already| yesterday)?|i got (?:a )?(?:new|another) job|im (?:not interested|retired)|or (?:i will|ill) (?:block|report|sue) (?:you|this number|this))',
  reasons: [
    noLongerWorks,
    'i (?:do not|dont|did not|didnt|never) (?:want|need|like|sign(?:ed)? up for|agreed? to|ask(?:ed)? for|consent(?:ed)? to|request(?:ed)?)(?: (?:to )?(?:get|getting|receive|receiving))?(?: (?:these|those|this|them|any|more|of|your|all)){0,3}(?: (texts))?(?: anymore)?',
    'i never (?:gave|have given)(?: you| yall| anyone| you guys)?(?: my| any)? (?:permission|consent|number|ok)(?: to (?:text|message|contact)(?: me)?)?',
    'enough (?:with|of)(?: (?:the|these|all|your|those|already)){0,2} (texts)',
    '(?:im |i am )?(?:not|no longer) interested',
    'leave me alone',
    'too many (texts)',
    'this is (?:my|a|not my) (?:personal|private|work|home|kids) (?:phone|cell|number|line)',
    '(?:this is|its) not my job(?: any ?more)?',
    'i (?:have|am on|got) a limited (?:text |phone |texting )?plan',
    '(?:im |i am )on a limited (?:text |phone |texting )?plan',
    '(?:these|the|your|all these) (texts) (?:cost|are costing)(?: me)?(?: (?:a lot of )?money| too much| a lot)?',
  ],
  limits:
    'when|if|until|till|unless|while|during|before|after|nights?|late|early|weekends?|sundays?|saturdays?|mondays?|fridays?|today|tonight|tomorrow|about|so (?:much|often)|vacation|days? off|work hours|shift|twice|except|call me|email|instead|new (?:one|number|phone|cell)|in (?:english|spanish)|did|does|has|have they|who',
  maybe: [
    `(?:stop|quit|never|dont|do not) ${verb}? ?me\\b`,
    '^stop(?: it| this| that| now| already| please now| calling(?: me)?)?$',
    '^(?:i said|just|no|pls just|please just|yes|can you|now|i want to|will you) stop(?: it| this)?$',
    '^(?:enough|go away|leave me alone|not interested|im not interested|no thanks not interested|f+u+c+k+ off|block(?:ed)?|spam|td)$',
    '\\bleave me alone\\b',
    '\\btoo many (texts)\\b',
    '\\bkeep (?:texting|messaging|spamming) me\\b',
    '\\b(?:report|block)(?:ing)? (?:you|this number|this)\\b',
    '\\bunsubscribe\\b',
    '\\b(?:this is|reported as) spam\\b',
    '^(?:please )?(?:take|get|remove|delete) me(?: off| out)?(?: (?:of |from )?(?:this|here|it))?(?: please)?$',
    '\\bopt me out\\b',
    '\\b(?:take|get) me off(?: please)?$',
    '^(?:please |pls )?no more(?: please| pls)?$',
    '\\b(?:remove|take|get) me (?:from|off|out of) (?:the|this) group\\b',
    '\\bstop sending (?:these|this|those|it)\\b',
    '^(?:we|you|they|i|he|she) should stop\\b',
    '^(?:how do i|can i|i want to|can you|how to) (?:stop|cancel|end|opt out)\\b.*(texts)',
  ],
  wrongNumber: [
    '(?:you |u |i think you |i believe you |this is |its |thats )?(?:have |got |ve got |texted |must have |reached |are texting |are messaging |may have |dialed |youve got )?(?:the |a )?wrong (?:number|person|guy|num|phone|lady|woman|man|contact)',
    '(?:this|that) (?:isnt|is not|aint|is no longer|isnt anymore) (?:his|her|their|[a-z]+s) (?:number|phone)(?: anymore| any more)?',
    '(?:i think )?you texted the wrong .{1,20}',
    'i (?:have )?never worked (?:there|for you|for this company|here)',
    'i (?:do not|dont) know (?:you|you people|any [a-z]+|who you are)',
    'there is no [a-z]+ (?:here|at this number)',
    'no [a-z]+ at this number',
    'i (?:just )?got this number(?: recently| last week| last month| new)?',
    'this is (?:a|my) new number i (?:do not|dont) know .{1,30}',
  ],
  whoIsThis: [
    'who is this',
    'whos this',
    'who dis',
    'new phone who dis',
    'who are you',
    'who is texting me',
    'do i know you',
  ],
}
