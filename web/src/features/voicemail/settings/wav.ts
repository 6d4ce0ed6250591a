/** Sample rate of a greeting: telephones use half of it, but the team also plays it in the browser. */
const greetingRate = 16_000
/** Maximum length of a greeting, in seconds. */
export const greetingMaxSec = 60

/** Encodes mono samples as a 16-bit WAV file; samples range from -1 to 1, values outside are clipped. */
export function wavOf(samples: Float32Array, rate: number): ArrayBuffer {
  const bytes = new ArrayBuffer(44 + samples.length * 2)
  const view = new DataView(bytes)
  const writeAscii = (at: number, text: string) =>
    Array.from(text).forEach((character, nth) => view.setUint8(at + nth, character.charCodeAt(0)))
  writeAscii(0, 'RIFF')
  view.setUint32(4, 36 + samples.length * 2, true)
  writeAscii(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  writeAscii(36, 'data')
  view.setUint32(40, samples.length * 2, true)
  samples.forEach((sample, nth) => {
    view.setInt16(44 + nth * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true)
  })
  return bytes
}

/**
 * Converts any audio that this browser can decode to a WAV file that carriers play, at most its first minute. Rejects
 * when the browser cannot decode it.
 */
export async function asWav(sound: Blob): Promise<Blob> {
  const reader = new OfflineAudioContext(1, 1, greetingRate)
  const read = await reader.decodeAudioData(await sound.arrayBuffer())
  const length = Math.ceil(Math.min(read.duration, greetingMaxSec) * greetingRate)
  const mix = new OfflineAudioContext(1, Math.max(1, length), greetingRate)
  const source = mix.createBufferSource()
  source.buffer = read
  source.connect(mix.destination)
  source.start()
  const mixed = await mix.startRendering()
  return new Blob([wavOf(mixed.getChannelData(0), greetingRate)], { type: 'audio/wav' })
}
