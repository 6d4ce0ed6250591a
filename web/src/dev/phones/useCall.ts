import { useCallbackRef } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { callLine, hangUp, leaveMessage, type CallAnswer, type FileToSend } from './carrier.ts'
import { openMicrophone, type OpenMicrophone } from './microphone.ts'

const sampleSeconds = 6
const shownAfterMs = 1200

export type CallPhase = 'ringing' | 'answered' | 'recording' | 'ended' | 'failed'

export interface CallView {
  phase: CallPhase
  /** The phase as text. */
  state: string
  answer: CallAnswer | null
  canLeave: boolean
  problem: string | null
  leaveSample: () => void
  record: () => void
  stop: () => void
  hangUp: () => void
}

const phaseTexts: Record<CallPhase, string> = {
  ringing: 'Calling…',
  answered: 'After the tone, leave a message.',
  recording: 'Recording…',
  ended: 'Call ended',
  failed: 'No answer',
}

/** Manages one call from a phone to a line, from the first ring to its end; calls `onClose` a moment after the end. */
export function useCall(phone: string, line: string, onClose: () => void): CallView {
  const [phase, setPhase] = useState<CallPhase>('ringing')
  const [answer, setAnswer] = useState<CallAnswer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const microphone = useRef<OpenMicrophone | null>(null)
  const close = useCallbackRef(onClose)

  useEffect(() => {
    let isUnmounted = false
    callLine(phone, line).then(
      (call) => {
        if (isUnmounted) return void hangUp(phone, call.id).catch(() => undefined)
        setAnswer(call)
        setPhase('answered')
      },
      (error: unknown) => {
        if (isUnmounted) return
        setProblem(describeError(error))
        setPhase('failed')
      },
    )
    return () => {
      isUnmounted = true
      microphone.current?.drop()
    }
  }, [phone, line])

  useEffect(() => {
    if (phase !== 'ended') return
    const timer = setTimeout(close, shownAfterMs)
    return () => clearTimeout(timer)
  }, [phase, close])

  const leave = async (message: { seconds: number } | { file: FileToSend }) => {
    if (!answer) return
    try {
      await leaveMessage(phone, answer.id, message)
      setPhase('ended')
    } catch (error) {
      setProblem(describeError(error))
      setPhase('failed')
    }
  }

  return {
    phase,
    state: phase === 'answered' && answer?.recordingUrl === null ? 'This line takes no messages.' : phaseTexts[phase],
    answer,
    canLeave: Boolean(answer?.recordingUrl),
    problem,
    leaveSample: () => void leave({ seconds: sampleSeconds }),
    record: () => {
      openMicrophone().then(
        (opened) => {
          microphone.current = opened
          setPhase('recording')
        },
        () => setProblem('There is no microphone, or this page may not use it. Leave a sample message instead.'),
      )
    },
    stop: () => {
      const opened = microphone.current
      microphone.current = null
      opened?.stop().then(
        (file) => leave({ file }),
        (error: unknown) => setProblem(describeError(error)),
      )
    },
    hangUp: () => {
      if (answer && (phase === 'answered' || phase === 'recording'))
        void hangUp(phone, answer.id).catch(() => undefined)
      onClose()
    },
  }
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : 'The call failed'
}
