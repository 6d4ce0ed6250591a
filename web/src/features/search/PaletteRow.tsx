import { useLingui } from '@lingui/react/macro'
import {
  IconBolt,
  IconClock,
  IconFileText,
  IconMessage,
  IconPhone,
  IconUser,
  IconUserPlus,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react'
import { KeyHint } from '../../shared/ui/KeyHint.tsx'
import { intoView } from '../../shared/ui/overlay/into-view.ts'
import { matchedRanges, type Row, type RowKind } from './palette-rules.ts'
import classes from './Palette.module.css'

const icons: Record<RowKind, Icon> = {
  recent: IconClock,
  action: IconBolt,
  person: IconUser,
  message: IconMessage,
  group: IconUsersGroup,
  page: IconFileText,
  add: IconUserPlus,
}

function Marked({ label, terms }: { label: string; terms: string }) {
  const parts: { text: string; isMatch: boolean; at: number }[] = []
  let end = 0
  for (const [from, to] of matchedRanges(label, terms)) {
    if (from < end) continue
    parts.push(
      { text: label.slice(end, from), isMatch: false, at: end },
      { text: label.slice(from, to), isMatch: true, at: from },
    )
    end = to
  }
  parts.push({ text: label.slice(end), isMatch: false, at: end })
  return parts.map(({ text, isMatch, at }) =>
    isMatch ? <b key={`b${at}`}>{text}</b> : <span key={`s${at}`}>{text}</span>,
  )
}

/** Returns the heading of each kind of row. */
export function useNames(): Record<RowKind, string> {
  const { t } = useLingui()
  return {
    recent: t`Recent`,
    action: t`Actions`,
    person: t`People`,
    message: t`Messages`,
    group: t`Groups`,
    page: t`Pages`,
    add: t`Actions`,
  }
}

export interface PaletteRowProps {
  row: Row
  id: string
  isChosen: boolean
  /** Shown above the first row of its kind. */
  heading: string | undefined
  /** The typed text, shown bold in the label. */
  terms: string
  onChoose: (isNewTab: boolean) => void
}

/** One result of the palette. */
export function PaletteRow({ row, id, isChosen, heading, terms: words, onChoose }: PaletteRowProps) {
  const IconComponent = row.key === 'act call' ? IconPhone : icons[row.kind]
  return (
    <div role="presentation">
      {heading && (
        <p className={classes.section} role="presentation">
          {heading}
        </p>
      )}
      <button
        type="button"
        ref={isChosen ? intoView : undefined}
        id={id}
        role="option"
        aria-selected={isChosen}
        tabIndex={-1}
        className={classes.row}
        onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}
      >
        <IconComponent size={18} stroke={1.75} aria-hidden />
        <span className={classes.label} dir="auto">
          <Marked label={row.label} terms={words} />
        </span>
        {row.detail && (
          <span className={classes.detail}>
            <bdi>{row.detail}</bdi>
          </span>
        )}
        {row.keys && <KeyHint keys={row.keys} />}
      </button>
    </div>
  )
}
