let context: AudioContext | undefined

/**
 * Plays two short soft tones, generated here so that nothing is fetched; silent where the browser does not allow sound
 * yet.
 */
export function playChime(): void {
  try {
    context ??= new AudioContext()
    const now = context.currentTime
    for (const [at, pitch] of [
      [0, 660],
      [0.12, 880],
    ] as const) {
      const tone = context.createOscillator()
      const volume = context.createGain()
      tone.frequency.value = pitch
      volume.gain.setValueAtTime(0, now + at)
      volume.gain.linearRampToValueAtTime(0.12, now + at + 0.02)
      volume.gain.exponentialRampToValueAtTime(0.001, now + at + 0.22)
      tone.connect(volume).connect(context.destination)
      tone.start(now + at)
      tone.stop(now + at + 0.24)
    }
  } catch {
    // A browser without sound needs no message.
  }
}
