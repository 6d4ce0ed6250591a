import { Trans, useLingui } from '@lingui/react/macro'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { moveAndFocus } from '../../shared/ui/builder/list-moves.ts'
import { announce } from '../../shared/ui/feedback/announce.ts'
import { IconButton } from '../../shared/ui/IconButton.tsx'
import classes from './Apps.module.css'
import { usePinOrder } from './usePins.ts'

/** The pinned apps in the order of the menu: a row is dragged to its place, or moved by its buttons. */
export function PinOrder() {
  const { t, i18n } = useLingui()
  const { pins, move } = usePinOrder()
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  if (pins.length < 2) return null
  function say(from: number, to: number): void {
    const app = pins[from]
    if (!app) return
    const [name, place, count] = [i18n._(app.name), to + 1, pins.length]
    announce(t`${name} is now ${place} of ${count}.`)
  }
  function step(from: number, by: -1 | 1): void {
    say(from, from + by)
    moveAndFocus(() => move(from, from + by), { list, to: from + by, by })
  }
  function endDrag(): void {
    setDragged(undefined)
    setOver(undefined)
  }
  return (
    <section className={classes.pins} aria-labelledby="pin-order">
      <h2 id="pin-order" className={classes.pinsName}>
        <Trans>Order in the menu</Trans>
      </h2>
      <ol ref={list} className={classes.pinList}>
        {pins.map((app, index) => {
          const label = i18n._(app.name)
          const IconComponent = app.icon
          return (
            <li
              key={app.key}
              className={classes.pin}
              draggable
              data-dragged={dragged === index || undefined}
              data-over={
                over === index && dragged !== undefined && dragged !== index
                  ? dragged < index
                    ? 'after'
                    : 'before'
                  : undefined
              }
              onDragStart={(event) => {
                // Without data, Firefox begins no drag.
                event.dataTransfer.setData('text/plain', label)
                event.dataTransfer.effectAllowed = 'move'
                setDragged(index)
              }}
              onDragOver={(event) => {
                if (dragged === undefined) return
                event.preventDefault()
                setOver(index)
              }}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged !== undefined && dragged !== index) {
                  say(dragged, index)
                  move(dragged, index)
                }
                endDrag()
              }}
              onDragEnd={endDrag}
            >
              <IconGripVertical className={classes.grip} size={16} stroke={1.75} aria-hidden />
              <span className={classes.icon}>
                <IconComponent size={20} stroke={1.75} aria-hidden />
              </span>
              <span className={classes.pinName}>{label}</span>
              <IconButton
                aria-label={t`Move up: ${label}`}
                disabled={index === 0}
                data-move
                onClick={() => step(index, -1)}
              >
                <IconArrowUp size={16} stroke={1.75} />
              </IconButton>
              <IconButton
                aria-label={t`Move down: ${label}`}
                disabled={index === pins.length - 1}
                data-move
                onClick={() => step(index, 1)}
              >
                <IconArrowDown size={16} stroke={1.75} />
              </IconButton>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
