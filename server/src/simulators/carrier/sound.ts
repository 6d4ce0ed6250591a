const RATE = 8_000
const SYLLABLES_PER_SECOND = 4

/**
 * Generates a voice without words as a WAV file of this length: 8 kHz, 16 bit, mono, like a telephone. Tones rise and
 * fall in syllables, so that a player shows a waveform and a listener hears it play.
 */
export function murmur(seconds: number): Buffer {
  const samples = Math.max(1, Math.round(seconds * RATE))
  const sound = Buffer.alloc(44 + samples * 2)
  writeHeader(sound, samples)
  for (let at = 0; at < samples; at += 1) {
    const time = at / RATE
    const syllable = time * SYLLABLES_PER_SECOND
    const loudness = Math.max(0, Math.sin(Math.PI * (syllable % 1))) * (Math.floor(syllable) % 5 === 4 ? 0 : 1)
    const pitch = 120 + 20 * Math.sin(Math.floor(syllable) * 1.7)
    const voice = [1, 2, 3, 5].reduce((sum, tone) => sum + Math.sin(2 * Math.PI * pitch * tone * time) / tone, 0)
    sound.writeInt16LE(Math.round(voice * loudness * 9_000), 44 + at * 2)
  }
  return sound
}

/** https://www.rfc-editor.org/rfc/rfc2361 and the RIFF header every player reads. */
function writeHeader(sound: Buffer, samples: number): void {
  sound.write('RIFF', 0, 'ascii')
  sound.writeUInt32LE(36 + samples * 2, 4)
  sound.write('WAVEfmt ', 8, 'ascii')
  sound.writeUInt32LE(16, 16)
  sound.writeUInt16LE(1, 20)
  sound.writeUInt16LE(1, 22)
  sound.writeUInt32LE(RATE, 24)
  sound.writeUInt32LE(RATE * 2, 28)
  sound.writeUInt16LE(2, 32)
  sound.writeUInt16LE(16, 34)
  sound.write('data', 36, 'ascii')
  sound.writeUInt32LE(samples * 2, 40)
}

/** Returns the duration of a WAV file in whole seconds; null when it is not a WAV file. */
export function wavSeconds(bytes: Buffer): number | null {
  if (bytes.length < 44 || bytes.toString('ascii', 0, 4) !== 'RIFF' || bytes.toString('ascii', 8, 12) !== 'WAVE')
    return null
  const perSecond = bytes.readUInt32LE(28)
  return perSecond === 0 ? null : Math.max(1, Math.round((bytes.length - 44) / perSecond))
}
