import type { Lexicon } from './lexicon.ts'

const verb = '(?:text(?:ing)?|txt(?:ing)?|messag(?:e|ing)|msg(?:ing)?|sms|contact(?:ing)?|spam(?:ming)?)'
const list =
  '(?:(?:the|this|your|that|ur|these|all|any|of|texting|text|sms|mailing|messaging|contact|contacts|phone|message|group|broadcast)? ?){0,4}(?:lists?|thread|texts?|messages?|texting|database|contacts|sms|chat|group text)'

/** English. Single words: 47 CFR 64.1200(a)(10) and the words carriers in the US honour. */
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
    `(?:stop|quit|cease|discontinue)(?: with)? ${verb}(?: (?:me|us))?`,
    '(?:stop|quit|cease) (?:sending|sendin)(?: me| us)?(?: (?:all|these|those|this|the|any|your|more|of|so many)){0,3} (texts)(?: to (?:me|my phone))?',
    '(?:stop|end|cease|no)(?: all)?(?: (?:these|those|this|the|your|my|further|future|more|of)){0,2} (texts)',
    '(?:stop|cease) (?:harassing|bothering|spamming) me',
    `(?:do not|dont|don t|do nt|donot|never|dnt)(?: ever)? ${verb} (?:me|us|this (?:number|phone)|my (?:number|phone|cell))`,
    '(?:do not|dont|never)(?: ever)? send(?: me| us)?(?: (?:any|more|these|those|this|your|anymore|the)){0,3} (texts)',
    `(?:take|get|remove|delete|drop|pull) me (?:off|out|from)(?: of| from)? ${list}`,
    '(?:remove|delete|take|erase|drop|lose) my (?:phone number|number|phone|cell|cell number)(?: (?:from|off|out)(?: of)?(?: (?:this|the|your|ur|all)){0,2} (?:(?:text|contact|calling|phone|texting) )?(?:lists?|database|records|contacts|phone|system))?',
    `(?:unsubscribe|unsub|unenroll|opt) (?:me|this number|my number)(?: out)?(?: (?:from|of) ${list}| from this)?`,
    `(?:to |i )?(?:want to |wanna |wish to |would like to |id like to |need to |choose to |am |im )?(?:opt out|opting out|unsubscribe|unsubscribing)(?: (?:of|from) ${list}| of this| from this)`,
    'i (?:want|wish|would like|need|d like|choose) (?:to )?(?:opt out|unsubscribe|be unsubscribed)',
    'i (?:want|wish|would like|need) (?:to )?(?:stop|quit) (?:getting|receiving) (?:(?:these|those|your|any|all|the|more) ?){0,2}(texts)',
    'i (?:want|would like|need) (?:to be )?(?:taken off|removed from|off of|off) ' + list,
    'i (?:do not|dont|no longer|don t|never)(?: want| wish| care| like)(?: (?:to )?(?:get|receive|be getting|getting|receiving))?(?: (?:any|more|these|those|this|your|the|of|anymore|further)){0,3} (texts)',
    `i (?:do not|dont|no longer) want (?:you |you guys |yall )?to (?:be )?(?:texted|messaged|contacted|text me|message me|contact me)`,
    `you (?:do not|dont|no longer|never had|never) (?:have )?(?:my )?(?:permission|consent) to ${verb}(?: me)?`,
    `you (?:are not|arent) (?:allowed|permitted) to ${verb} me`,
    'i (?:hereby )?(?:revoke|withdraw|take back)(?: my)? (?:consent|permission)(?: (?:to|for) (?:be )?(?:texted|contacted|these (texts)|(texts)|text me))?',
    'cancel(?: my| the| these| your| all)? (?:subscription|text subscription|(texts))',
    'please stop all communications?',
  ],
  before:
    '(?:please|pls|plz|kindly|ok|okay|hey|hi|hello|just|and|so|now|also|no|sorry|again|but|guys|yall|thanks|thank you|listen|seriously|can (?:you|u|yall|someone)|could (?:you|u|someone)|would you|will you|you (?:need|have) to|i (?:need|want|would like) you to|id like you to|i am asking you to|im asking you to|i (?:said|told you|asked you)(?: to)?|for the last time|go ahead and|do me a favor and)',
  after:
    '(?:please|pls|plz|now|right now|immediately|asap|at once|again|ever|ever again|any ?more|any longer|any further|from now on|forever|thanks|thank you|thx|ok|okay|already|man|bro|guys|yall|(?:on|at|to) (?:this|my) (?:number|phone|cell)|from (?:you|this number|this company|your company)(?: guys| people| all)?|i (?:do not|dont|no longer) work (?:t?here|for you|with you|for this company|for yall|for them)(?: anymore)?|i (?:already )?(?:quit|retired)|i got (?:a )?(?:new|another) job|im (?:not interested|retired)|or (?:i will|ill) (?:block|report|sue) (?:you|this number|this))',
  limits:
    'when|if|until|till|unless|while|during|before|after|nights?|late|early|weekends?|sundays?|saturdays?|mondays?|fridays?|today|tonight|tomorrow|about|so (?:much|often)|vacation|days? off|work hours|shift|twice|except|call me|email|instead|in (?:english|spanish)|did|does|has|have they|who',
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
