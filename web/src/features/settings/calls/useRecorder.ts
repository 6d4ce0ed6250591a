import { useCallback, useEffect, useRef, useState } from 'react'
import { greetingMaxSec } from './wav.ts'

/**
 * What a recording is doing: waiting for the microphone, counting down, listening, or nothing, because it may not, there is
 * no microphone, or another program holds it.
 */
export type RecorderState = 'idle' | 'asking' | 'counting' | 'recording' | 'blocked' | 'missing' | 'held'

/** A microphone, as the page shows it. */
export interface Recorder {
  state: RecorderState
  /** Counting down: what is left; recording: how long it runs. */
  seconds: number
  /** How loud it is now, from 0 to 1. */
  level: number
  start: () => Promise<void>
  stop: () => void
}

const countFrom = 3

/** Why there is no microphone, by the name browsers give the reason. */
function reasonOf(error: unknown): 'blocked' | 'missing' | 'held' {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  return name === 'NotReadableError' || name === 'AbortError' ? 'held' : 'blocked'
}

/** How loud the samples of a moment are, from 0 to 1. */
function loudness(samples: Uint8Array): number {
  const square = samples.reduce((sum, sample) => sum + ((sample - 128) / 128) ** 2, 0) / samples.length
  return Math.min(1, Math.sqrt(square) * 3)
}

/** Records from the microphone for a minute at most, after counting down; `onRecorded` gets the sound. */
export function useRecorder(onRecorded: (sound: Blob) => void): Recorder {
  const [state, setState] = useState<RecorderState>('idle')
  const [seconds, setSeconds] = useState(0)
  const [level, setLevel] = useState(0)
  /** Ends what runs; `true` keeps what was recorded. */
  const end = useRef<(keep: boolean) => void>(() => {})
  const heard = useRef(onRecorded)
  useEffect(() => {
    heard.current = onRecorded
  })
  const start = useCallback(async () => {
    setState('asking')
    let isWanted = true
    end.current = () => (isWanted = false)
    let reason: RecorderState = 'blocked'
    const microphone = await navigator.mediaDevices?.getUserMedia({ audio: true }).catch((error: unknown) => {
      reason = reasonOf(error)
      return undefined
    })
    const letGo = () => microphone?.getTracks().forEach((track) => track.stop())
    if (!microphone || !isWanted) {
      letGo()
      return setState(microphone ? 'idle' : reason)
    }
    const ear = new AudioContext()
    const meter = ear.createAnalyser()
    meter.fftSize = 512
    ear.createMediaStreamSource(microphone).connect(meter)
    const samples = new Uint8Array(meter.fftSize)
    const recorder = new MediaRecorder(microphone)
    const parts: Blob[] = []
    let isKept = false
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
    recorder.addEventListener('stop', () => {
      if (isKept && parts.length > 0) heard.current(new Blob(parts, { type: recorder.mimeType }))
    })
    let ticks = -countFrom
    const show = () => {
      if (ticks === 0 && recorder.state === 'inactive') recorder.start()
      setState(ticks < 0 ? 'counting' : 'recording')
      setSeconds(Math.abs(ticks))
      if (ticks >= greetingMaxSec) end.current(true)
      ticks += 1
    }
    const clock = setInterval(show, 1_000)
    const look = setInterval(() => {
      meter.getByteTimeDomainData(samples)
      setLevel(loudness(samples))
    }, 80)
    end.current = (keep) => {
      end.current = () => {}
      clearInterval(clock)
      clearInterval(look)
      isKept = keep
      if (recorder.state !== 'inactive') recorder.stop()
      letGo()
      void ear.close()
      setState('idle')
      setLevel(0)
    }
    show()
  }, [])
  useEffect(() => () => end.current(false), [])
  return { state, seconds, level, start, stop: useCallback(() => end.current(true), []) }
}
