import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wav } from '../../../test/kit/files.ts'
import { readWav } from '../files/index.ts'
import { classifyOptOut } from './opt-out-intent.ts'
import { cleanTranscript, flatPeaks, peaksOf, transcriptPreview, listenRetryDelay } from './rules.ts'

const format = (kind: number, bits: number) => {
  const header = Buffer.alloc(16)
  header.writeUInt16LE(kind, 0)
  header.writeUInt16LE(bits, 14)
  return header
}

describe('the waveform of a recording', () => {
  test('is even for a tone and zero for silence', () => {
    const tone = peaksOf(readWav(wav({ seconds: 3 }))!)
    expect(tone).toHaveLength(60)
    expect(Math.min(...tone)).toBeGreaterThan(95)
    expect(peaksOf(readWav(wav({ seconds: 1, loud: 0 }))!)).toEqual(Array(60).fill(0))
  })

  test('is high at the end for a loud end, in every telephone encoding', () => {
    const quietThenLoud = {
      pcm16: {
        format: format(1, 16),
        data: Buffer.concat([Buffer.alloc(800), Buffer.from('\0@'.repeat(400), 'latin1')]),
      },
      pcm8: { format: format(1, 8), data: Buffer.concat([Buffer.alloc(400, 128), Buffer.alloc(400, 250)]) },
      muLaw: { format: format(7, 8), data: Buffer.concat([Buffer.alloc(400, 0xff), Buffer.alloc(400, 0x80)]) },
    }
    for (const [name, sound] of Object.entries(quietThenLoud)) {
      const peaks = peaksOf(sound)
      expect({ name, first: peaks[0], last: peaks.at(-1) }).toEqual({ name, first: 0, last: 100 })
    }
  })

  test('has up to 60 integers from 0 to 100 for any bytes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0, 1, 2, 6, 7, 65_534),
        fc.constantFrom(0, 8, 16, 24),
        fc.uint8Array(),
        (kind, bits, data) => {
          const peaks = peaksOf({ format: format(kind, bits), data: Buffer.from(data) })
          expect(peaks.length).toBeLessThanOrEqual(60)
          for (const peak of peaks) expect(Number.isInteger(peak) && peak >= 0 && peak <= 100).toBe(true)
        },
      ),
    )
    expect(peaksOf({ format: format(6, 8), data: Buffer.alloc(100) })).toEqual(flatPeaks())
  })
})

describe('the transcript of a recording', () => {
  test.each(['Stop texting me', 'Hi, this is Ana. Please stop texting me.', 'No me manden más mensajes'])(
    'flags "%s" for a member to judge',
    (transcript) => expect(classifyOptOut(transcript)).toBe(true),
  )
  test.each(['Hi, this is Ana, I will be ten minutes late', 'The line stopped again, call me back'])(
    'does not flag "%s"',
    (transcript) => expect(classifyOptOut(transcript)).toBe(false),
  )

  test('is null for silence and contains no control characters', () => {
    expect([cleanTranscript(''), cleanTranscript(' \n\t'), cleanTranscript('\u0000\u200b')]).toEqual([null, null, null])
    expect(cleanTranscript(' Hi\r\n\u202ethere ')).toBe('Hi there')
    expect(cleanTranscript('a'.repeat(20_000))).toHaveLength(8_000)
    expect(transcriptPreview('a'.repeat(500))).toHaveLength(120)
    expect(transcriptPreview('short')).toBe('short')
  })
})

test('retries a transcription after growing delays', () => {
  expect([1, 2, 3, 9].map((attempts) => listenRetryDelay(attempts, 0.5))).toEqual([15_000, 60_000, 240_000, 1_800_000])
})
