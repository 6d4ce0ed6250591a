import { useLingui } from '@lingui/react/macro'
import { IconGripVertical } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useLayoutEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { IconButton } from '../IconButton.tsx'
import { Hint } from '../overlay/Hint.tsx'
import classes from './BlockEditor.module.css'
import { moveBlock, moveBlockTo, selectBlockAt, startsOf } from './editor-commands.ts'
import { placeAt } from './document-rules.ts'
import type { EditorState } from './useBlockEditor.ts'

export interface BlockHandleProps {
  editor: Editor
  canvas: RefObject<HTMLDivElement | null>
  state: EditorState
  /** The block under the pointer. */
  hovered: number | undefined
}

/** A block on its way to a place between others. */
interface Drag {
  from: number
  place: number
  startY: number
  isMoving: boolean
}

/** A pointer that moved less than this far is a click, in pixels. */
const CLICK_PX = 4

/** Returns where the blocks are, from the top of the canvas. */
export function rectsOf(editor: Editor, canvas: HTMLElement): { top: number; bottom: number }[] {
  const frame = canvas.getBoundingClientRect().top
  return startsOf(editor).map((start) => {
    const element = editor.view.nodeDOM(start)
    const rect = element instanceof HTMLElement ? element.getBoundingClientRect() : { top: frame, bottom: frame }
    return { top: rect.top - frame, bottom: rect.bottom - frame }
  })
}

/** The handle beside a block: it is dragged with a pointer or a finger, or moved with the arrow keys. */
export function BlockHandle({ editor, canvas, state, hovered }: BlockHandleProps) {
  const { t } = useLingui()
  const [drag, showDrag] = useState<Drag>()
  // A finger may be lifted before its last move is rendered.
  const latest = useRef<Drag>(undefined)
  function setDrag(next: Drag | undefined): void {
    latest.current = next
    showDrag(next)
  }
  const [isFocused, setFocused] = useState(false)
  const wasClick = useRef(false)
  const handle = useRef<HTMLDivElement>(null)
  const [line, setLine] = useState(0)
  const at = drag?.from ?? (isFocused ? undefined : hovered) ?? state.index
  // Every transaction may change how tall the blocks are.
  useLayoutEffect(() => {
    const top = canvas.current && rectsOf(editor, canvas.current)[at]?.top
    if (handle.current) handle.current.style.top = `${top ?? 0}px`
  })
  function onPointerMove(event: PointerEvent<HTMLButtonElement>): void {
    const moved = latest.current
    if (!moved || !canvas.current) return
    const rects = rectsOf(editor, canvas.current)
    const place = placeAt(rects, event.clientY - canvas.current.getBoundingClientRect().top)
    const isMoving = moved.isMoving || Math.abs(event.clientY - moved.startY) > CLICK_PX
    setDrag({ ...moved, place, isMoving })
    setLine(rects[place]?.top ?? rects.at(-1)?.bottom ?? 0)
    const near = editor.view.nodeDOM(startsOf(editor)[Math.min(place, rects.length - 1)] ?? 0)
    if (isMoving && near instanceof HTMLElement) near.scrollIntoView({ block: 'nearest' })
  }
  function finish(isCanceled: boolean): void {
    const moved = latest.current
    if (moved?.isMoving && !isCanceled) moveBlockTo(editor, moved.from, moved.place)
    wasClick.current = moved?.isMoving === false
    setDrag(undefined)
  }
  return (
    <>
      <div ref={handle} className={classes.handle}>
        <Hint label={t`Drag to move, or press ↑ or ↓`} disabled={drag !== undefined}>
          <IconButton
            isSmall
            aria-label={t`Move block`}
            data-dragging={drag?.isMoving || undefined}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onPointerDown={(event) => {
              if (event.button !== 0) return
              event.currentTarget.setPointerCapture(event.pointerId)
              setDrag({ from: at, place: at, startY: event.clientY, isMoving: false })
            }}
            onPointerMove={onPointerMove}
            onPointerUp={() => finish(false)}
            onPointerCancel={() => finish(true)}
            onClick={() => {
              if (wasClick.current) selectBlockAt(editor, at)
              wasClick.current = false
            }}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && drag) return finish(true)
              if ((event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || event.altKey) return
              event.preventDefault()
              moveBlock(editor, event.key === 'ArrowUp' ? -1 : 1, { keepsFocus: true })
            }}
          >
            <IconGripVertical size={16} stroke={1.75} aria-hidden />
          </IconButton>
        </Hint>
      </div>
      {drag?.isMoving && <div className={classes.drop} style={{ top: line }} />}
    </>
  )
}
