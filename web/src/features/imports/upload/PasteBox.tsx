import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Collapse, Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import classes from '../Imports.module.css'
import { readPasted } from './pasted.ts'
import type { Uploading } from './useUploading.ts'

/** A text box for cells copied from a spreadsheet, for users who do not paste onto the page. */
export function PasteBox({ uploading }: { uploading: Uploading }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const id = useId()
  const table = readPasted(text)
  const name = t`Pasted table`
  return (
    <div>
      <Button variant="default" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <Trans>Paste from a spreadsheet</Trans>
      </Button>
      <Collapse expanded={isOpen} id={id}>
        <div className={classes.paste}>
          <Textarea
            label={t`Cells from your spreadsheet, including headers`}
            description={t`Copy them from Excel, Google Sheets, or Numbers, then paste here.`}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            rows={6}
            spellCheck={false}
            autoComplete="off"
            classNames={{ input: classes.pasteInput ?? '' }}
          />
          <div className={classes.pasteFoot}>
            <span className={classes.quiet} role="status">
              {table && (
                <>
                  <Plural value={table.rows} one="# row" other="# rows" />
                  {' · '}
                  <Plural value={table.columns} one="# column" other="# columns" />
                </>
              )}
            </span>
            <Button
              variant="default"
              disabled={text.trim() === '' || uploading.now !== undefined}
              onClick={() => uploading.takeText(text, `${name}.tsv`)}
            >
              <Trans>Use these cells</Trans>
            </Button>
          </div>
        </div>
      </Collapse>
    </div>
  )
}
