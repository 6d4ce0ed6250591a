import type { Config } from '../../kernel/config.ts'
import { cleanTranscript } from './rules.ts'

/** What was said, and in which language (BCP 47) where that is known. */
export interface Transcript {
  text: string | null
  language: string | null
}

/** Writes down what is said in a recording; throws where the service does not answer as it should. */
export type Transcriber = (sound: { bytes: Buffer; name: string; mime: string }) => Promise<Transcript>

/** A service that needs longer than this for three minutes of speech is down, in ms. */
const TIMEOUT_MS = 90_000

/** The service the settings name; undefined where they name none: then no voicemail has a transcript. */
export function transcriberOf(config: Config): Transcriber | undefined {
  const { transcribe } = config
  return transcribe && ((sound) => transcribeBy(transcribe, sound))
}

async function transcribeBy(
  service: NonNullable<Config['transcribe']>,
  { bytes, name, mime }: { bytes: Buffer; name: string; mime: string },
): Promise<Transcript> {
  // Loaded by the few processes that listen, when they do.
  const { default: OpenAI, toFile } = await import('openai')
  const client = new OpenAI({ apiKey: service.key, baseURL: service.url, timeout: TIMEOUT_MS, maxRetries: 0 })
  const file = await toFile(bytes, name, { type: mime })
  // Only Whisper says the language, and only in its long answer.
  if (/whisper/i.test(service.model)) {
    const said = await client.audio.transcriptions.create({
      file,
      model: service.model,
      response_format: 'verbose_json',
    })
    return { text: cleanTranscript(said.text), language: languageOf(said.language) }
  }
  const said = await client.audio.transcriptions.create({ file, model: service.model, response_format: 'json' })
  return { text: cleanTranscript(said.text), language: null }
}

/** Languages by their English names: Whisper says "spanish" where we say "es". */
const CODES = [
  'en',
  'es',
  'zh',
  'vi',
  'tl',
  'ko',
  'ru',
  'ar',
  'fr',
  'ht',
  'pt',
  'de',
  'it',
  'pl',
  'ja',
  'hi',
  'ur',
  'bn',
  'pa',
  'uk',
  'fa',
  'so',
  'sw',
  'am',
  'my',
  'ne',
  'km',
  'lo',
  'th',
  'ro',
  'nl',
  'tr',
  'el',
  'he',
  'hu',
  'cs',
  'sr',
  'hr',
  'bs',
  'sq',
  'gu',
  'ta',
  'te',
]

function languageOf(said: string | undefined): string | null {
  if (!said) return null
  const wanted = said.toLowerCase()
  if (CODES.includes(wanted)) return wanted
  const names = new Intl.DisplayNames(['en'], { type: 'language' })
  return CODES.find((code) => names.of(code)?.toLowerCase() === wanted) ?? null
}
