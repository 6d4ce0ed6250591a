import { describe, expect, test } from 'vitest'
import { wavOf } from './wav.ts'

describe('a greeting as a file that carriers play', () => {
  const text = (view: DataView, at: number, length: number) =>
    String.fromCharCode(...Array.from({ length }, (_, nth) => view.getUint8(at + nth)))

  test('declares its format, sample rate and length', () => {
    const view = new DataView(wavOf(new Float32Array(100), 16_000))
    expect([text(view, 0, 4), text(view, 8, 8), text(view, 36, 4)]).toEqual(['RIFF', 'WAVEfmt ', 'data'])
    expect([view.getUint32(24, true), view.getUint16(22, true), view.getUint16(34, true)]).toEqual([16_000, 1, 16])
    expect([view.getUint32(40, true), view.byteLength]).toEqual([200, 244])
  })

  test('contains each sample, and clips values that are too loud instead of letting them overflow', () => {
    const view = new DataView(wavOf(Float32Array.of(0, 0.5, -0.5, 1, -1, 3, -3), 8_000))
    const samples = Array.from({ length: 7 }, (_, nth) => view.getInt16(44 + nth * 2, true))
    expect(samples).toEqual([0, 16_384, -16_383, 32_767, -32_767, 32_767, -32_767])
  })
})
