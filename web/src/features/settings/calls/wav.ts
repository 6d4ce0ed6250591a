/** Samples a second of a greeting: telephones carry half of it, the team hears it in the browser too. */
const greetingRate = 16_000
/** Longest greeting, in seconds. */
export const greetingMaxSec = 60

/** A sound of one channel as a WAV file of 16 bits; samples run from -1 to 1, what is louder is cut. */
export function wavOf(samples: Float32Array, rate: number): ArrayBuffer {
  const bytes = new ArrayBuffer(44 + samples.length * 2)
  const view = new DataView(bytes)
  const word = (at: number, letters: string) =>
    Array.from(letters).forEach((letter, nth) => view.setUint8(at + nth, letter.charCodeAt(0)))
  word(0, 'RIFF')
  view.setUint32(4, 36 + samples.length * 2, true)
  word(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  word(36, 'data')
  view.setUint32(40, samples.length * 2, true)
  samples.forEach((sample, nth) => {
    view.setInt16(44 + nth * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true)
  })
  return bytes
}

/**
 * Any sound this browser can read as a WAV that carriers play, its first minute at most. Rejects where it is no sound the
 * browser can read.
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
