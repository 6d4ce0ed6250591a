import { areStorable, fromMarkup, toMarkup, type Texts } from '@crewline/contract/block-rules'
import type { NewsLanguage } from '@crewline/contract/news'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import classes from '../News.module.css'
import { AUTONYMS, type TranslationRow } from '../news-rules.ts'
import { useNewsNames } from '../useNewsNames.ts'

export interface RowProps {
  row: TranslationRow
  from: NewsLanguage
  to: NewsLanguage
  isReadOnly: boolean
  onChange: (texts: Texts) => void
}

const COLORS = { missing: 'yellow', outdated: 'yellow', done: 'green', not_needed: 'gray' } as const

/** One text of an issue beside its translation; a list is written with one item on each line. */
export function Row({ row, from, to, isReadOnly, onChange }: RowProps) {
  const { t } = useLingui()
  const { part } = useNewsNames()
  const [text, setText] = useState(() => row.translated.map(toMarkup).join('\n'))
  const states = {
    missing: t`Needs translation`,
    outdated: t`The text changed`,
    done: t`Translated`,
    not_needed: '',
  }
  const name = part[row.kind]
  const lines = row.texts.length
  const isTooLong = !areStorable(text.split('\n').map((line) => fromMarkup(line)))
  const isMisfit = text.trim() !== '' && text.split('\n').length !== lines
  function change(next: string): void {
    // One text is one line: a line break in it would be lost.
    const written = lines === 1 ? next.replaceAll('\n', ' ') : next
    setText(written)
    const texts = written.split('\n').map((line) => fromMarkup(line))
    // Half a list is stored, too: it counts as not translated, and is there when the member goes on.
    onChange(areStorable(texts) ? texts : [])
  }
  return (
    <div className={classes.row}>
      <div className={classes.rowHead}>
        <span className={classes.name}>{name}</span>
        <Badge color={COLORS[row.state]}>{states[row.state]}</Badge>
        {row.state === 'outdated' && !isReadOnly && (
          <Button variant="subtle" size="xs" onClick={() => onChange(row.translated)}>
            <Trans>Still right</Trans>
          </Button>
        )}
      </div>
      <div className={classes.sides}>
        <p className={classes.source} lang={from} dir="auto" translate="no">
          {row.texts.map(toMarkup).join('\n')}
        </p>
        <Textarea
          aria-label={t`${name} in ${AUTONYMS[to]}`}
          value={text}
          error={
            isMisfit ? t`Write as many lines as the original has.` : isTooLong && t`This text is too long. Shorten it.`
          }
          readOnly={isReadOnly}
          autosize
          minRows={Math.max(1, lines)}
          lang={to}
          dir="auto"
          onChange={(event) => change(event.currentTarget.value)}
        />
      </div>
    </div>
  )
}
