import { expect, it } from 'vitest'
import { murmur, wavSeconds } from './sound.ts'

it('makes a playable sound file of the requested length', () => {
  for (const seconds of [1, 3, 120]) {
    const sound = murmur(seconds)
    expect(wavSeconds(sound)).toBe(seconds)
    expect(sound.readUInt32LE(4)).toBe(sound.length - 8)
    expect(sound.readUInt32LE(40)).toBe(sound.length - 44)
  }
})

it('is not silent', () => {
  const sound = murmur(1)
  const loudest = Math.max(...Array.from({ length: 8_000 }, (_, at) => sound.readInt16LE(44 + at * 2)))
  expect(loudest).toBeGreaterThan(3_000)
})

it('detects a file that is no WAV', () => {
  for (const buffer of [Buffer.alloc(0), Buffer.alloc(60), Buffer.from('RIFF1234AVI ')])
    expect(wavSeconds(buffer)).toBeNull()
})
