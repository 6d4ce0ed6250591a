import { expect, it } from 'vitest'
import { isPrefetch, isProgram, type Visit } from './agent-rules.ts'

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'
const PERSON: Visit = { method: 'GET', agent: SAFARI, purposes: [], fetchMode: 'navigate', sinceSentMs: 60_000 }

it.each([
  ['Safari', SAFARI],
  ['Chrome', CHROME],
  ['Samsung Internet', CHROME.replace('Chrome', 'SamsungBrowser/27.0 Chrome')],
  ['Firefox', 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0'],
  ['the browser inside Facebook', `${SAFARI} [FBAN/FBIOS;FBAV/490.0;FBBV/1;FBDV/iPhone14,5;FBLC/es_US]`],
  ['the browser inside Instagram', `${CHROME} Instagram 355.1.0 Android (34/14; 420dpi)`],
  ['the browser inside Pinterest', `${SAFARI} [Pinterest/iOS]`],
  ['a phone of Cubot', CHROME.replace('; K)', '; CUBOT X30)')],
  ['a feature phone', 'Opera/9.80 (J2ME/MIDP; Opera Mini/9.80/191.310; U; en) Presto/2.5.25 Version/10.54'],
  ['an old phone', 'Nokia6300/2.0 (07.21) Profile/MIDP-2.0 Configuration/CLDC-1.1'],
])('counts a person with %s', (_, agent) => {
  expect(isProgram({ ...PERSON, agent })).toBe(false)
})

it.each([
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  'Twitterbot/1.0',
  'WhatsApp/2.23.20.0 A',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'TelegramBot (like TwitterBot)',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  `${SAFARI} (Applebot/0.1; +http://www.apple.com/go/applebot)`,
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17928; Pro)',
  'Mozilla/4.0 (compatible; ms-office; MSOffice 16)',
  `${CHROME} (compatible; Google-PageRenderer Google (+https://developers.google.com/+/web/snippet/))`,
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36',
  'curl/8.5.0',
  'python-requests/2.32.3',
  'okhttp/4.12.0',
  'Go-http-client/2.0',
  'node',
  'Java/21.0.2',
  '',
  ' ',
])('does not count %j', (agent) => {
  expect(isProgram({ ...PERSON, agent })).toBe(true)
})

it.each<[string, Partial<Visit>, boolean]>([
  ['a request without an agent', { agent: undefined }, true],
  ['a HEAD request', { method: 'HEAD' }, true],
  ['a prefetch', { purposes: ['prefetch;anonymous-client-ip'] }, true],
  ['a preview of an older browser', { purposes: [undefined, 'preview'] }, true],
  ['a scanner right after the message was sent', { fetchMode: undefined, sinceSentMs: 2999 }, true],
  ['a library right after the message was sent', { fetchMode: 'cors', sinceSentMs: 0 }, true],
  ['an older browser later', { fetchMode: undefined, sinceSentMs: 3000 }, false],
  ['a person who taps at once', { sinceSentMs: 500 }, false],
])('takes %s for a program: %3$s', (_, visit, expected) => {
  expect(isProgram({ ...PERSON, ...visit })).toBe(expected)
})

it('knows a prefetch by its purpose', () => {
  expect([isPrefetch({ purposes: [undefined] }), isPrefetch({ purposes: ['prefetch'] })]).toEqual([false, true])
})
