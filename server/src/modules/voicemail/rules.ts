import type { StoredFile } from '../files/index.ts'

/** A voicemail as its row says. */
export interface VoicemailRow {
  id: string
  contactId: string
  messageId: string
  fileId: string
  file: StoredFile | null
  durationSec: number
  peaks: number[]
  transcript: string | null
  language: string | null
  state: 'new' | 'heard' | 'archived'
  at: Date
}

/** A voicemail as the message of its thread remembers it. */
export function remembered(row: Omit<VoicemailRow, 'at' | 'language' | 'messageId' | 'contactId' | 'fileId'>) {
  const { id, durationSec, peaks, transcript, state, file } = row
  return { id, durationSec, peaks, transcript, heard: state !== 'new', file }
}

/** Steps of the picture of a recording. */
export const PEAKS = 60
/** How loud a sound looks that we cannot read. */
const FLAT = 30

/** The picture of a recording nobody could read: neither loud nor silent. */
export function flatPeaks(): number[] {
  return Array<number>(PEAKS).fill(FLAT)
}

/** Sound formats of a WAV we can read (RFC 2361). */
const PCM = 1
const MU_LAW = 7

/**
 * The loudness of a WAV from 0 to 100 in at most 60 steps, the loudest step being 100; flat where its samples are in a way
 * we do not read.
 */
export function peaksOf({ format, data }: { format: Buffer; data: Buffer }): number[] {
  const kind = format.readUInt16LE(0)
  const bits = format.readUInt16LE(14)
  const width = bits / 8
  const levelAt =
    kind === PCM && bits === 16
      ? (at: number) => Math.abs(data.readInt16LE(at)) / 32_768
      : kind === PCM && bits === 8
        ? (at: number) => Math.abs((data[at] ?? 128) - 128) / 128
        : kind === MU_LAW && bits === 8
          ? (at: number) => muLaw(data[at] ?? 0xff)
          : undefined
  const samples = Math.floor(data.length / width)
  if (!levelAt || samples === 0) return flatPeaks()
  const steps = Math.min(PEAKS, samples)
  const peaks = Array<number>(steps).fill(0)
  for (let sample = 0; sample < samples; sample++) {
    const step = Math.floor((sample * steps) / samples)
    peaks[step] = Math.max(peaks[step] ?? 0, levelAt(sample * width))
  }
  const loudest = Math.max(...peaks)
  return peaks.map((peak) => (loudest === 0 ? 0 : Math.round((peak / loudest) * 100)))
}

/** The level from 0 to 1 of a sample as telephones write it (ITU-T G.711). */
function muLaw(byte: number): number {
  const bits = ~byte & 0x7f
  return ((((bits & 0x0f) << 3) + 0x84) * 2 ** (bits >> 4) - 0x84) / 32_124
}

/** What callers hear where nobody wrote a greeting. */
export function standardWords(organization: string): string {
  return `You have reached ${organization}. Leave a message after the tone and we will text you back.`
}

/** Longest transcript that is kept, in characters: three minutes of fast speech are half of it. */
const TRANSCRIPT_MAX = 8_000
/** Characters of a transcript in a toast. */
const PREVIEW_MAX = 120

/** A transcript as it is kept; null where nothing was understood. */
export function cleanTranscript(text: string): string | null {
  const clean = text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, TRANSCRIPT_MAX)
    .toWellFormed()
  return clean === '' ? null : clean
}

/** The first words of a transcript. */
export function transcriptPreview(transcript: string): string {
  const characters = Array.from(transcript)
  return characters.length <= PREVIEW_MAX ? transcript : `${characters.slice(0, PREVIEW_MAX - 1).join('')}…`
}

/** Waits before the tries after the first, in ms. */
export function waitBeforeListening(tries: number, chance: number): number {
  return Math.round(Math.min(15_000 * 4 ** Math.max(0, tries - 1), 30 * 60_000) * (0.75 + chance / 2))
}
