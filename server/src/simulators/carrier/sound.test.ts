import { expect, it } from 'vitest'
import { murmur, wavSeconds } from './sound.ts'

it('murmurs for as long as it is told, as a sound file players know', () => {
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

it('tells what is no such file', () => {
  for (const other of [Buffer.alloc(0), Buffer.alloc(60), Buffer.from('RIFF1234AVI ')])
    expect(wavSeconds(other)).toBeNull()
})
