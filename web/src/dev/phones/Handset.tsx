import { useEffect, useRef, useState } from 'react'
import { CallSheet } from './CallSheet.tsx'
import { sendFile, typeText, type FileToSend, type LineFacts, type PhoneText } from './carrier.ts'
import { FaultStrip } from './FaultStrip.tsx'
import classes from './handset.module.css'
import { HandsetCaption } from './HandsetCaption.tsx'
import type { ShownPhone } from './phones-state.ts'
import { QuickReplies } from './QuickReplies.tsx'
import { StatusBar } from './StatusBar.tsx'
import { Thread } from './Thread.tsx'
import { ThreadHead } from './ThreadHead.tsx'
import { TypingBox } from './TypingBox.tsx'

interface HandsetProps {
  shown: ShownPhone
  lines: LineFacts[]
  onTyped: (phone: string, text: PhoneText) => void
  onRead: (phone: string) => void
  onRemove: (phone: string) => void
}

/** One worker's phone: its frame, its conversation with a line, and what the worker types. */
export function Handset({ shown, lines, onTyped, onRead, onRemove }: HandsetProps) {
  const { handset, texts, arrivals } = shown
  const frame = useNudge(arrivals)
  const [picked, setPicked] = useState<{ line: string; since: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isCalling, setCalling] = useState(false)
  const numbers = lineNumbers(texts)
  // A text that arrives brings its own conversation to the front.
  const line = (picked?.since === arrivals ? picked.line : null) ?? numbers[0] ?? lines[0]?.number
  const read = () => {
    if (handset.unread > 0) onRead(handset.phone)
  }
  const tell = async (sending: Promise<PhoneText>): Promise<boolean> => {
    try {
      onTyped(handset.phone, await sending)
      setProblem(null)
      return true
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The text was not sent')
      return false
    }
  }
  const send = (body: string) => tell(typeText(handset.phone, line, body))
  const sendPhoto = (file: Promise<FileToSend>) => void tell(file.then((ready) => sendFile(handset.phone, line, ready)))

  return (
    <article className={classes.handset} aria-label={`Phone of ${handset.name}`} onPointerDown={read} onFocus={read}>
      <HandsetCaption handset={handset} onRemove={() => onRemove(handset.phone)} />
      <div ref={frame} className={classes.body}>
        <div className={classes.screen}>
          <StatusBar delivery={handset.faults.delivery} />
          <ThreadHead
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
              label={lines.find((one) => one.number === line)?.label ?? null}
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

/** The numbers this phone has texts with, the newest first. */
function lineNumbers(texts: PhoneText[]): string[] {
  return [...new Set(texts.map(lineOf).toReversed())]
}

/** Moves the frame a little each time a text arrives, as a phone on silent does; not when motion is unwanted. */
function useNudge(arrivals: number) {
  const frame = useRef<HTMLDivElement>(null)
  const seen = useRef(arrivals)
  useEffect(() => {
    if (arrivals === seen.current) return
    seen.current = arrivals
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const steps = [0, -2, 2, -1, 1, 0].map((x) => ({ transform: `translateX(${x}px) rotate(${x * 0.12}deg)` }))
    frame.current?.animate(steps, { duration: 200, easing: 'ease-out' })
  }, [arrivals])
  return frame
}
