import type { TextCount } from '@crewline/contract/segments'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconBraces, IconPaperclip, IconSlash } from '@tabler/icons-react'
import { useRef } from 'react'
import { useCan, useSession } from '../../../../shared/lib/session/select.ts'
import { TextCounter, type Pasted, type Triggers } from '../../../messages/index.ts'
import classes from './Message.module.css'
import fields from '../Fields.module.css'
import { FormMenu, NewsletterMenu, type LinkedPage } from './PageMenu.tsx'

export interface TextToolsProps {
  triggers: Triggers
  /** The length of the text as written. */
  count: TextCount
  /** The longest text that people get, when it differs from the text as written. */
  longest?: { segments: number; isStale: boolean }
  text: string
  hasMedia: boolean
  onFiles: (files: File[]) => void
  onShow: (at: number) => void
  onLink: (page: LinkedPage) => void
  /** A paste that was made plain and can be undone. */
  pasted: Pasted | undefined
  onUndoPaste: () => void
}

const accepted = 'image/*,video/mp4,video/3gpp,video/quicktime,audio/*,application/pdf,text/vcard'

/** The tools below the text: fields, saved replies, files, and the length. */
export function TextTools(props: TextToolsProps) {
  const { triggers, count, longest, text, hasMedia, onFiles, onShow, onLink, pasted, onUndoPaste } = props
  const { t } = useLingui()
  const picker = useRef<HTMLInputElement>(null)
  const features = useSession(({ auth }) => auth.features)
  const canLinkForms = useCan('contacts.read') && features?.forms !== false
  const shared = { size: 'compact-sm', variant: 'default' } as const
  return (
    <div className={classes.tools}>
      <span role="toolbar" aria-label={t`Message tools`} className={classes.toolbar}>
        <Button
          {...shared}
          leftSection={<IconBraces size={16} stroke={1.75} />}
          onClick={() => triggers.openBy('field')}
        >
          <Trans>Field</Trans>
        </Button>
        <Button
          {...shared}
          leftSection={<IconSlash size={16} stroke={1.75} />}
          onClick={() => triggers.openBy('reply')}
        >
          <Trans>Saved reply</Trans>
        </Button>
        <Button
          {...shared}
          leftSection={<IconPaperclip size={16} stroke={1.75} />}
          onClick={() => picker.current?.click()}
        >
          <Trans>Photo or file</Trans>
        </Button>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          accept={accepted}
          aria-label={t`Attach files`}
          onChange={(event) => {
            onFiles([...(event.currentTarget.files ?? [])])
            // Lets the same file be selected again after it was removed.
            event.currentTarget.value = ''
          }}
        />
        {canLinkForms && <FormMenu onChoose={onLink} />}
        {features?.newsletter !== false && <NewsletterMenu onChoose={onLink} />}
      </span>
      <span className={classes.length}>
        {longest && count.units > 0 && (
          <span className={classes.lengthLabel}>
            <Trans>As written:</Trans>
          </span>
        )}
        <TextCounter count={count} draft={text} hasMedia={hasMedia} onShow={onShow} />
        {longest && count.units > 0 && (
          <output className={classes.lengthLabel} data-stale={longest.isStale || undefined} aria-busy={longest.isStale}>
            <Plural value={longest.segments} one="Longest text: # segment" other="Longest text: # segments" />
          </output>
        )}
      </span>
      {pasted && (
        <span className={fields.quiet} role="status">
          <Trans>Replaced curly quotes and dashes with plain ones.</Trans>{' '}
          <Button size="compact-xs" variant="subtle" onClick={onUndoPaste}>
            <Trans>Undo</Trans>
          </Button>
        </span>
      )}
    </div>
  )
}
