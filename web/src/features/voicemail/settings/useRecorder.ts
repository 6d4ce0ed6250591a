import { useCallback, useEffect, useRef, useState } from 'react'
import { greetingMaxSec } from './wav.ts'

/**
 * The state of a recording: waiting for the microphone, counting down, recording, or failed because access is blocked,
 * no microphone exists, or another program uses it.
 */
export type RecorderState = 'idle' | 'asking' | 'counting' | 'recording' | 'blocked' | 'missing' | 'held'

/** The microphone recorder as shown on the page. */
export interface Recorder {
  state: RecorderState
  /** While counting down: seconds left; while recording: seconds recorded. */
  seconds: number
  /** The current level, from 0 to 1. */
  level: number
  start: () => Promise<void>
  stop: () => void
}

const countFrom = 3

/** Maps a browser error name to the reason why there is no microphone. */
function reasonOf(error: unknown): 'blocked' | 'missing' | 'held' {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  return name === 'NotReadableError' || name === 'AbortError' ? 'held' : 'blocked'
}

/** Computes the level of samples, from 0 to 1. */
function loudness(samples: Uint8Array): number {
  const square = samples.reduce((sum, sample) => sum + ((sample - 128) / 128) ** 2, 0) / samples.length
  return Math.min(1, Math.sqrt(square) * 3)
}

/** Records from the microphone after a countdown, for at most one minute; calls `onRecorded` with the recording. */
export function useRecorder(onRecorded: (sound: Blob) => void): Recorder {
  const [state, setState] = useState<RecorderState>('idle')
  const [seconds, setSeconds] = useState(0)
  const [level, setLevel] = useState(0)
  /** Stops the current recording; `true` keeps it. */
  const end = useRef<(keep: boolean) => void>(() => {})
  const latestOnRecorded = useRef(onRecorded)
  useEffect(() => {
    latestOnRecorded.current = onRecorded
  })
  const start = useCallback(async () => {
    setState('asking')
    let isActive = true
    end.current = () => (isActive = false)
    let reason: RecorderState = 'blocked'
    const microphone = await navigator.mediaDevices?.getUserMedia({ audio: true }).catch((error: unknown) => {
      reason = reasonOf(error)
      return undefined
    })
    const releaseMicrophone = () => microphone?.getTracks().forEach((track) => track.stop())
    if (!microphone || !isActive) {
      releaseMicrophone()
      return setState(microphone ? 'idle' : reason)
    }
    const audioContext = new AudioContext()
    const meter = audioContext.createAnalyser()
    meter.fftSize = 512
    audioContext.createMediaStreamSource(microphone).connect(meter)
    const samples = new Uint8Array(meter.fftSize)
    const recorder = new MediaRecorder(microphone)
    const parts: Blob[] = []
    let shouldKeep = false
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
    recorder.addEventListener('stop', () => {
      if (shouldKeep && parts.length > 0) latestOnRecorded.current(new Blob(parts, { type: recorder.mimeType }))
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
    const levelTimer = setInterval(() => {
      meter.getByteTimeDomainData(samples)
      setLevel(loudness(samples))
    }, 80)
    end.current = (keep) => {
      end.current = () => {}
      clearInterval(clock)
      clearInterval(levelTimer)
      shouldKeep = keep
      if (recorder.state !== 'inactive') recorder.stop()
      releaseMicrophone()
      void audioContext.close()
      setState('idle')
      setLevel(0)
    }
    show()
  }, [])
  useEffect(() => () => end.current(false), [])
  return { state, seconds, level, start, stop: useCallback(() => end.current(true), []) }
}
