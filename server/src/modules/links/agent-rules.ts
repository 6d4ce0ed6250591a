// Whether a request for a short link comes from a person. Previews of phones and chats, scanners of carriers and
// crawlers open links too, and none of them is a click.
//
// Sources of the names: Meta (developers.facebook.com/docs/sharing/webmasters/web-crawlers), Google
// (developers.google.com/search/docs/crawling-indexing/overview-google-crawlers and google-user-triggered-fetchers),
// Microsoft (bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0), Apple (support.apple.com/en-us/119829),
// Slack (api.slack.com/robots), Twitter (developer.x.com/en/docs/x-for-websites/cards/guides/getting-started) and the
// MIT-licensed list of github.com/omrilotan/isbot. Its package matches 1,500 names of crawlers; a link in a text is
// opened by few of them, and the general words below match most.

/** The headers that tell a person from a program. */
export interface Visit {
  method: string
  agent: string | undefined
  /** `Sec-Purpose`, `Purpose`, `X-Purpose`, `X-Moz`. */
  purposes: readonly (string | undefined)[]
  /** `Sec-Fetch-Mode`: `navigate` in browsers since 2020 (Safari since 2023) when their user opens a link. */
  fetchMode: string | undefined
  /** How long ago the message was sent, in ms. */
  sinceSentMs: number
}

/** Reads the headers of a request; `sinceSentMs` says how long ago its link was sent. */
export function visitFrom(
  { method, headers }: { method: string; headers: Readonly<Record<string, string | string[] | undefined>> },
  sinceSentMs = Infinity,
): Visit {
  const header = (name: string) => headers[name]?.toString()
  return {
    method,
    agent: headers['user-agent']?.toString(),
    purposes: ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map(header),
    fetchMode: header('sec-fetch-mode'),
    sinceSentMs,
  }
}

/** Every link of a text is opened this soon, in ms, only by a scanner. */
const SCANNER_MS = 3000

/** Programs that fetch a page for a preview, an index or a check. iMessage names facebookexternalhit and Twitterbot. */
const NAMES = [
  'facebookexternalhit|facebookcatalog|meta-external|WhatsApp|Slackbot|Slack-ImgProxy|Discordbot|TelegramBot|LinkedInBot',
  'Twitterbot|Googlebot|Google-(PageRenderer|InspectionTool|Read-Aloud|Extended|Safety)|GoogleOther|GoogleMessages',
  'Mediapartners-Google|APIs-Google|FeedFetcher|bingbot|BingPreview|MicrosoftPreview|SkypeUriPreview|ms-office|MSOffice',
  'Microsoft Office|SafeLinks|Applebot|Snap URL Preview|redditbot|line-poker|kakaotalk-scrap|vkShare|Viber',
  'Embedly|Iframely|Slurp|ia_archiver|Proofpoint|Barracuda|Mimecast|Lighthouse|W3C_Validator',
]

/** Words that programs call themselves by, and the libraries that they are made of. */
const WORDS = [
  // A phone of the maker Cubot is no bot.
  String.raw`(?<!cu)bot\b|crawl|spider|scrape|scan(ner)?\b|preview|prefetch|fetcher|monitor|validator|archiver|link ?check`,
  'headless|phantomjs|puppeteer|playwright|selenium|webdriver|electron',
  String.raw`\b(curl|wget|python|aiohttp|httpx|java|okhttp|apache-httpclient|go-http-client|axios|node|undici|got|ruby|perl|php|guzzle|libwww|lwp|winhttp|powershell|postman|insomnia|dart|rust|reqwest)\b`,
]

const PROGRAM = new RegExp([...NAMES, ...WORDS].join('|'), 'i')

/** The expression takes longer than everything else that is done for a page that is remembered. */
const remembered = new Map<string, boolean>()
const MOST_REMEMBERED = 1_000
const LONGEST_REMEMBERED = 300

function namesProgram(agent: string): boolean {
  const known = remembered.get(agent)
  if (known !== undefined) return known
  const isProgramName = PROGRAM.test(agent)
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  if (agent.length <= LONGEST_REMEMBERED) remembered.set(agent, isProgramName)
  return isProgramName
}

/** Returns whether a browser fetches the page before its user asks for it. */
export function isPrefetch({ purposes }: Pick<Visit, 'purposes'>): boolean {
  return purposes.some((purpose) => purpose !== undefined && /prefetch|prerender|preview/i.test(purpose))
}

/** Returns whether a request is not counted as a click. */
export function isProgram(visit: Visit): boolean {
  const { method, agent = '', fetchMode, sinceSentMs } = visit
  if (method !== 'GET' || agent.trim() === '' || namesProgram(agent) || isPrefetch(visit)) return true
  return fetchMode !== 'navigate' && sinceSentMs < SCANNER_MS
}
