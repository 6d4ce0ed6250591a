import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainWords } from './normalize-rules.ts'
import { LEXICONS } from './lexicon-rules/every.ts'
import { judge as judgement } from './rules.ts'

const judge = (text: string) => judgement(text).intent

const OPT_OUT = [
  // 47 CFR 64.1200(a)(10) and other words that carriers honor.
  ...[
    'stop',
    'quit',
    'end',
    'revoke',
    'opt out',
    'cancel',
    'unsubscribe',
    'stopall',
    'stop all',
    'optout',
    'remove',
    'unsub',
  ],
  ...[
    'alto',
    'parar',
    'pare',
    'baja',
    'cancelar',
    'detener',
    'arrêt',
    'arret',
    'arrêter',
    'arreter',
    'désabonner',
    'desabonner',
  ],
  ...[
    'sair',
    'cancele',
    'dừng',
    'Dừng!',
    'hủy',
    'HUỶ',
    'ngừng',
    'kanpe',
    'sispann',
    '停止',
    '退订',
    '取消',
    'توقف',
    'إلغاء',
    'الغاء',
    'إيقاف',
    'ايقاف',
  ],
]

/** Ways people and phones write a word. */
const VARIANTS: [how: string, write: (word: string) => string][] = [
  ['as it is', (word) => word],
  ['in capitals', (word) => word.toUpperCase()],
  ['as a sentence', (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}.`],
  ['shouted', (word) => `${word.toUpperCase()}!!!`],
  ['among spaces and line breaks', (word) => ` \n\t${word} \r\n `],
  ['in quotes', (word) => `"${word}"`],
  ['in single quotes', (word) => `'${word}'`],
  ['in curly quotes', (word) => `\u2018${word}\u2019`],
  ['with an emoji', (word) => `🛑 ${word} 😡👎🏽`],
  ['with dots and dashes', (word) => `...${word} --`],
  ['between zero-width marks', (word) => `\u200b${word}\ufeff`],
  ['with a mark of direction', (word) => `\u200f${word}\u200e`],
  ['twice', (word) => `${word} ${word}`],
  ['politely', (word) => `please ${word}`],
  ['politely at the end', (word) => `${word}, please!`],
  ['in another normal form', (word) => word.normalize('NFD')],
]

describe('opt-out keywords', () => {
  test.each(OPT_OUT)('recognizes %s however it is written', (word) => {
    const missed = VARIANTS.filter(
      ([how, write]) => !(how === 'twice' && word.includes(' ')) && judge(write(word)) !== 'opt_out',
    )
    expect(missed.map(([how]) => how)).toEqual([])
  })

  test('recognizes full-width, mathematical and spaced letters', () => {
    for (const text of [
      'ＳＴＯＰ',
      'Ｓｔｏｐ！',
      '𝐒𝐓𝐎𝐏',
      'S T O P',
      's.t.o.p',
      'S-T-O-P',
      'STOP\u0301',
      'stop2quit',
      'OPT-OUT',
      'Un-subscribe',
    ])
      expect({ text, verdict: judge(text) }).toEqual({ text, verdict: 'opt_out' })
  })

  test('ignores any case, punctuation and surrounding spaces', () => {
    const noise = fc.string({
      unit: fc.constantFrom(' ', '!', '.', ',', '\n', '-', '*', '…', '😀', '"', "'"),
      maxLength: 6,
    })
    const cased = fc
      .tuple(fc.constantFrom(...OPT_OUT), fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }))
      .map(([word, upper]) =>
        Array.from(word)
          .map((letter, at) => (upper[at] ? letter.toUpperCase() : letter))
          .join(''),
      )
    fc.assert(
      fc.property(noise, cased, noise, (before, word, after) => judge(before + word + after) === 'opt_out'),
      { numRuns: 500, seed: 2_026 },
    )
  })
})

describe('other keywords', () => {
  test.each(['start', 'START', 'Start!', 'unstop', 'iniciar', 'bắt đầu', 'démarrer', '开始', 'ابدأ', "'Start'"])(
    'classifies %s as opt-in',
    (text) => expect(judge(text)).toBe('opt_in'),
  )
  test.each(['help', 'HELP?', 'Info', 'ayuda', 'aide', '帮助', 'مساعدة', 'trợ giúp'])(
    'classifies %s as a help request',
    (text) => expect(judge(text)).toBe('help'),
  )
  test.each(['', ' ', '😀', '!!!', '\0', '0', "'", '🛑'])('classifies %j as none', (text) =>
    expect(judge(text)).toBe('none'),
  )
})

const CLEAR = [
  'Stop texting me',
  'please STOP messaging me!!',
  'Take me off this list',
  'Delete my number',
  'Do not text me again',
  "don't text me",
  'Don\u2019t text me',
  'dont contact me',
  'no more texts',
  'No más mensajes',
  'no me manden mensajes',
  'Unsubscribe me please',
  'opt me out',
  'I quit, stop contacting me',
]
const PLEAS = [
  'get me off of here',
  'remove me',
  'Wrong number',
  'you have the wrong person',
  'Stop texting me at night',
  'Don\u2019t text me when I sleep',
  'stop texting me about overtime',
  'stop it',
  'we should stop the line',
]
test.each(['Huy', 'Dung', 'dung.'])('leaves the lone name "%s" for a member to decide', (text) =>
  expect(judge(text)).toBe('possible_opt_out'),
)

test.each(CLEAR)('classifies the sentence "%s" as an opt-out', (text) =>
  expect(judgement(text)).toMatchObject({ intent: 'opt_out' }),
)

test.each(PLEAS)('leaves "%s" for a member to decide', (text) => expect(judge(text)).toBe('possible_opt_out'))

/** Everyday messages of contacts; none of them may change consent. */
const BENIGN = `
Yes
No
Ok
OK 👍
On my way
I can come at 6
Running 10 minutes late, sorry
Can I stop by the office tomorrow?
The line stopped again
Stop the line at dock 4
Please stop the conveyor before lunch
When does my shift end?
End of shift report: 412 boxes
My shift ends at 5
The weekend works for me
I want to cancel my shift on Monday
Can you cancel my vacation day?
Cancel that, I can come
They cancelled my bus
I quit smoking lol
Did Maria quit?
I will not quit
Remove the pallets from bay 2
Can you remove the old schedule?
I removed the labels
Is it ok to opt out of overtime?
I opt for the night shift
Please unsubscribe the old warehouse list for me boss
Revoked my badge by mistake
My parking permit was revoked
My bus stop is far
bus stop 5
Next stop is mine
Non stop rain here
I can't stop coughing
Stopping by at 3
stop and go traffic
Should I stop or go on?
Full stop.
Endless rain
The end is near haha
At the end of the week
In the end it was fine
front end or back end?
Start at 6?
Can I start Monday?
I start tomorrow
When do we start
Help me with the schedule please
Can someone help at dock 2?
I need help with my timesheet
Thanks for your help
More info please
Where do I find info about pay?
Information about benefits?
Alto is my last name, Jose Alto
El camion es muy alto
Puedo parar a las 5?
No puedo parar ahora
Voy a parar en la tienda
Estoy de baja medica
La planta baja esta cerrada
Quiero cancelar mi turno del lunes
Hay que cancelar el pedido
No pare la linea
Pare un momento la maquina por favor jefe
El ascensor se detiene en el piso 3
Arret de bus ferme
Je suis a l'arret maladie
Il faut arreter la machine
Peux-tu m'aider
Vou sair mais cedo hoje
Posso sair as 5?
Nao vou parar
Toi dung o cong so 2
Dung roi
Huy den tre hom nay
Toi muon huy ca thu hai
Dừng xe ở cổng
M ap kanpe devan pot la
今天可以停止加班吗
我想取消星期一的班
取消订单了吗
我八点开始
هل يمكن إلغاء الوردية
توقف الحافلة بعيد
Sick today
Who is this?
What time?
See you tomorrow
Call me
I can work a double
My number changed
New phone who dis
Can you text me the address?
Text me when the truck is here
You can text me anytime
Do I text you or call?
Don't forget my check
Message me later
I did not get the message
No more boxes left
No more coffee in the break room
Wrong dock, moving to 7
Wrong size gloves
Take me to gate 3
Take off your vest at the gate
Get off at stop 9
Delete the photo please
Send it again
Send me the form
Contact HR please
Who do I contact about pay?
12
6:30
7pm
A
Y
N
1
2
?
👍
😂😂
❤️
Ended up at the wrong gate
The endcap needs stock
Stopwatch is broken
unstoppable team!
Cancellation policy?
Removed from the schedule?
Removal of pallets done
Quite good
Quitting time already?
Finish and end it
Endorse my check
Legend!
Ready to start
restart the scanner
The helper is here
Startup meeting at 8
I'm at the stop sign
stop sign by the gate is down
STOP light is broken at gate 4
END CAP 4 is empty
`
  .trim()
  .split('\n')

test(`classifies none of ${BENIGN.length} everyday messages as opt-out, opt-in or help, in any case`, () => {
  const texts = BENIGN.flatMap((text) => [text, text.toUpperCase(), text.toLowerCase(), `${text}!`])
  expect(
    texts
      .map((text) => ({ text, verdict: judge(text) }))
      .filter((result) => ['opt_out', 'opt_in', 'help'].includes(result.verdict)),
  ).toEqual([])
  expect(BENIGN.length).toBeGreaterThan(130)
})

test('ignores a keyword inside other words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (noise) => {
      const intent = judge(`the ${noise} line`)
      return intent !== 'opt_out' && intent !== 'opt_in' && intent !== 'help'
    }),
    { numRuns: 500, seed: 2_026 },
  )
})

test('classifies any input with little computing', () => {
  for (const text of [
    'stop '.repeat(400),
    'a'.repeat(1_600),
    '\u0301'.repeat(1_600),
    "don't ".repeat(300),
    ' '.repeat(1_600),
    '﷽'.repeat(1_600),
  ]) {
    // One time may include compiling and collecting garbage. A text that was judged before costs nothing.
    const costs = [0, 1, 2].map((skipped) => {
      const before = process.cpuUsage()
      judge(text.slice(skipped))
      return process.cpuUsage(before).user / 1_000
    })
    expect(Math.min(...costs)).toBeLessThan(100)
  }
})

test('accepts one wrong letter in unambiguous words', () => {
  for (const text of ['sotp', 'stpo', 'stp0p', 'stoop', 'cancle', 'unsubcribe', 'qiut', 'STOPP', 'dezabonee'])
    expect({ text, out: judge(text) === 'opt_out' }).toEqual({ text, out: !['stp0p', 'stoop'].includes(text) })
  for (const text of [
    'step',
    'shop',
    'stow',
    'quiet',
    'quite',
    'quit3rs',
    'cancer',
    'removed',
    'evoke',
    'caja',
    'Huyen',
  ])
    expect({ text, verdict: judge(text) }).toEqual({ text, verdict: 'none' })
})

test('recognizes every stop word with a courtesy in any language, repeated or spelled out', () => {
  const please = LEXICONS.flatMap((lexicon) => (lexicon.language === 'zh' ? [] : lexicon.please))
  for (const { language, stop, courtesy } of LEXICONS.filter((lexicon) => lexicon.language !== 'zh'))
    for (const word of stop) {
      const variants = [
        ...please.flatMap((phrase) => [`${phrase} ${word}`, `${word} ${phrase}`]),
        plainWords(word).replace(/(?<=.)(?=.)/gu, ' '),
      ]
      variants.push(
        ...courtesy.map((phrase) => `${phrase} ${word}`),
        ...(word.includes(' ') ? [] : [`${word}, ${word}`]),
      )
      for (const text of variants)
        expect({ language, text, said: judge(text) }).toEqual({ language, text, said: 'opt_out' })
    }
  for (const text of ['please sotp', 'stpo por favor', 'unsubcribe svp', 'pls stooop'])
    expect({ text, said: judge(text) }).toEqual({ text, said: 'opt_out' })
})

test('recognizes a stop above an automatic phone signature', () => {
  for (const text of [
    'Stop\n\nSent from my iPhone',
    'STOP Get Outlook for Android',
    'PARAR\nEnviado desde mi iPhone',
    'arrêt\n\nEnvoyé de mon iPhone',
    '停止\n发自我的iPhone',
  ])
    expect({ text, said: judge(text) }).toEqual({ text, said: 'opt_out' })
  expect(judge('See you at six\n\nSent from my iPhone')).toBe('none')
})

test('classifies "èd" alone as a Haitian Creole help request, but not the name Ed', () => {
  expect(judgement('ÈD!')).toMatchObject({ intent: 'help', language: 'ht' })
  expect(judge('èd'.normalize('NFD'))).toBe('help')
  for (const text of ['Ed', 'ED', 'èd pou fèy tan mwen'])
    expect({ text, said: judge(text) }).toEqual({ text, said: 'none' })
})

test('ignores look-alike letters, invisible characters and repeated letters', () => {
  for (const text of ['ѕtор', 'S\u200bT\u200bO\u200bP', 'STOOOOP', 'stoppp!', '退訂', '請不要再給我發簡訊'])
    expect({ text, verdict: judge(text) }).toEqual({ text, verdict: 'opt_out' })
})

test('detects wrong-number messages but not other messages about numbers', () => {
  for (const text of [
    'wrong number',
    'You have the wrong person',
    'Número equivocado',
    'mauvais numéro',
    'número errado',
    'nhầm số rồi',
    '打错了',
    'move nimewo',
    'الرقم غلط',
  ])
    expect({ text, wrongNumber: judgement(text).wrongNumber }).toEqual({ text, wrongNumber: 'says' })
  for (const text of [
    'who is this?',
    '¿Quién es?',
    'c\u2019est qui ?',
    'quem é?',
    'ai vậy',
    '你是谁？',
    'kiyès sa a',
    'من هذا؟',
  ])
    expect({ text, wrongNumber: judgement(text).wrongNumber }).toEqual({ text, wrongNumber: 'asks' })
  for (const text of [
    'wrong number of boxes',
    'wrong number on the label',
    'who is this pallet for?',
    'Wrong dock, moving to 7',
  ])
    expect({ text, wrongNumber: judgement(text).wrongNumber }).toEqual({ text, wrongNumber: null })
})

test('keeps only letters and numbers of every script in plain words', () => {
  expect(plainWords(' Ｈéllo, WÖRLD!! 42 ')).toBe('hello world 42')
  expect(plainWords('Don\u2019t')).toBe('dont')
})
