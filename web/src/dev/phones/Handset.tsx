import { useEffect, useRef, useState } from 'react'
import { CallSheet } from './CallSheet.tsx'
import { sendFile, typeText, type FileToSend, type LineInfo, type PhoneText } from './carrier.ts'
import { FaultStrip } from './FaultStrip.tsx'
import classes from './handset.module.css'
import { HandsetCaption } from './HandsetCaption.tsx'
import type { DisplayedPhone } from './phones-state.ts'
import { QuickReplies } from './QuickReplies.tsx'
import { StatusBar } from './StatusBar.tsx'
import { Thread } from './Thread.tsx'
import { ThreadHeader } from './ThreadHeader.tsx'
import { TypingBox } from './TypingBox.tsx'

interface HandsetProps {
  displayed: DisplayedPhone
  lines: LineInfo[]
  onTyped: (phone: string, text: PhoneText) => void
  onRead: (phone: string) => void
  onRemove: (phone: string) => void
}

/** Renders one contact's phone: its frame, its conversation with a line, and the input. */
export function Handset({ displayed, lines, onTyped, onRead, onRemove }: HandsetProps) {
  const { handset, texts, arrivals } = displayed
  const frame = useNudge(arrivals)
  const [picked, setPicked] = useState<{ line: string; since: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isCalling, setCalling] = useState(false)
  const numbers = lineNumbers(texts)
  // An incoming message brings its own conversation to the front.
  const line = (picked?.since === arrivals ? picked.line : null) ?? numbers[0] ?? lines[0]?.number
  const read = () => {
    if (handset.unread > 0) onRead(handset.phone)
  }
  const trackSending = async (sending: Promise<PhoneText>): Promise<boolean> => {
    try {
      onTyped(handset.phone, await sending)
      setProblem(null)
      return true
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The text was not sent')
      return false
    }
  }
  const send = (body: string) => trackSending(typeText(handset.phone, line, body))
  const sendPhoto = (file: Promise<FileToSend>) =>
    void trackSending(file.then((ready) => sendFile(handset.phone, line, ready)))

  return (
    <article className={classes.handset} aria-label={`Phone of ${handset.name}`} onPointerDown={read} onFocus={read}>
      <HandsetCaption handset={handset} onRemove={() => onRemove(handset.phone)} />
      <div ref={frame} className={classes.body}>
        <div className={classes.screen}>
          <StatusBar delivery={handset.faults.delivery} />
          <ThreadHeader
            line={line}
            numbers={numbers}
            lines={lines}
            onPick={(next) => setPicked({ line: next, since: arrivals })}
            onCall={() => setCalling(true)}
          />
          <FaultStrip faults={handset.faults} />
          <Thread
            handset={handset}
            texts={texts.filter((text) => lineOf(text) === line)}
            onReact={(body) => void send(body)}
          />
          <QuickReplies language={handset.language} onSend={(body) => void send(body)} />
          <TypingBox name={handset.name} problem={problem} onSend={send} onPhoto={sendPhoto} />
          {isCalling && line && (
            <CallSheet
              phone={handset.phone}
              line={line}
              label={lines.find((lineInfo) => lineInfo.number === line)?.label ?? null}
              onClose={() => setCalling(false)}
            />
          )}
        </div>
      </div>
    </article>
  )
}

function lineOf(text: PhoneText): string {
  return text.direction === 'in' ? text.from : text.to
}

/** Returns the numbers this phone has messages with, newest first. */
function lineNumbers(texts: PhoneText[]): string[] {
  return [...new Set(texts.map(lineOf).toReversed())]
}

/** Shakes the frame when a message arrives, as a phone on silent does; not with reduced motion. */
function useNudge(arrivals: number) {
  const frame = useRef<HTMLDivElement>(null)
  const lastArrivals = useRef(arrivals)
  useEffect(() => {
    if (arrivals === lastArrivals.current) return
    lastArrivals.current = arrivals
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const steps = [0, -2, 2, -1, 1, 0].map((x) => ({ transform: `translateX(${x}px) rotate(${x * 0.12}deg)` }))
    frame.current?.animate(steps, { duration: 200, easing: 'ease-out' })
  }, [arrivals])
  return frame
}
