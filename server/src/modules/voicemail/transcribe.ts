import { languageName } from '@crewline/contract/formats'
import type { Config } from '../../kernel/config.ts'
import { cleanTranscript } from './rules.ts'

/** A transcript, with its language (BCP 47) if known. */
export interface Transcript {
  text: string | null
  language: string | null
}

/** Transcribes a recording. Throws when the service does not respond as expected. */
export type Transcriber = (sound: { bytes: Buffer; name: string; mime: string }) => Promise<Transcript>

/** A service that takes longer for three minutes of speech is considered down, in ms. */
const TIMEOUT_MS = 90_000

/** Returns the configured transcription service, or undefined. Without one, voicemails have no transcript. */
export function transcriberOf(config: Config): Transcriber | undefined {
  const { transcribe } = config
  return transcribe && ((sound) => transcribeBy(transcribe, sound))
}

async function transcribeBy(
  service: NonNullable<Config['transcribe']>,
  { bytes, name, mime }: { bytes: Buffer; name: string; mime: string },
): Promise<Transcript> {
  // Loaded on demand, because few processes transcribe.
  const { default: OpenAI, toFile } = await import('openai')
  const client = new OpenAI({ apiKey: service.key, baseURL: service.url, timeout: TIMEOUT_MS, maxRetries: 0 })
  const file = await toFile(bytes, name, { type: mime })
  // Only Whisper returns the language, and only in its verbose response.
  if (/whisper/i.test(service.model)) {
    const verbose = await client.audio.transcriptions.create({
      file,
      model: service.model,
      response_format: 'verbose_json',
    })
    return { text: cleanTranscript(verbose.text), language: languageOf(verbose.language) }
  }
  const response = await client.audio.transcriptions.create({ file, model: service.model, response_format: 'json' })
  return { text: cleanTranscript(response.text), language: null }
}

/** Language codes; Whisper returns English names, such as "spanish" for `es`. */
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

function languageOf(detected: string | undefined): string | null {
  if (!detected) return null
  const lowercased = detected.toLowerCase()
  if (CODES.includes(lowercased)) return lowercased
  return CODES.find((code) => languageName(code, 'en').toLowerCase() === lowercased) ?? null
}
