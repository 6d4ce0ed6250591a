import type { StoredFile } from '../files/index.ts'

/** A voicemail row. */
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

/** Returns the part of a voicemail that is stored with its message. */
export function remembered(row: Omit<VoicemailRow, 'at' | 'language' | 'messageId' | 'contactId' | 'fileId'>) {
  const { id, durationSec, peaks, transcript, state, file } = row
  return { id, durationSec, peaks, transcript, heard: state !== 'new', file }
}

/** The number of steps in a waveform. */
export const PEAKS = 60
/** The level shown for unreadable audio. */
const FLAT = 30

/** Returns the waveform of an unreadable recording: neither loud nor silent. */
export function flatPeaks(): number[] {
  return Array<number>(PEAKS).fill(FLAT)
}

/** The readable WAV formats (RFC 2361). */
const PCM = 1
const MU_LAW = 7

/**
 * Returns the waveform of a WAV in at most 60 steps from 0 to 100, where the loudest step is 100. It is flat for an
 * unsupported sample format.
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

/** Decodes a mu-law sample to a level from 0 to 1 (ITU-T G.711). */
function muLaw(byte: number): number {
  const bits = ~byte & 0x7f
  return ((((bits & 0x0f) << 3) + 0x84) * 2 ** (bits >> 4) - 0x84) / 32_124
}

/** Returns the default greeting. */
export function standardGreeting(organization: string): string {
  return `You have reached ${organization}. Leave a message after the tone and we will text you back.`
}

/** The longest stored transcript, in characters: three minutes of fast speech are half of it. */
const TRANSCRIPT_MAX = 8_000
/** The characters of a transcript shown in a toast. */
const PREVIEW_MAX = 120

/** Cleans a transcript for storage. Returns null when nothing was understood. */
export function cleanTranscript(text: string): string | null {
  const clean = text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, TRANSCRIPT_MAX)
    .toWellFormed()
  return clean === '' ? null : clean
}

/** Returns the start of a transcript. */
export function transcriptPreview(transcript: string): string {
  const characters = Array.from(transcript)
  return characters.length <= PREVIEW_MAX ? transcript : `${characters.slice(0, PREVIEW_MAX - 1).join('')}…`
}

/** Returns the delay before the next attempt, in ms. */
export function listenRetryDelay(attempts: number, chance: number): number {
  return Math.round(Math.min(15_000 * 4 ** Math.max(0, attempts - 1), 30 * 60_000) * (0.75 + chance / 2))
}
