import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Suspense, type ReactNode, type RefObject } from 'react'
import classes from './Composer.module.css'
import { LazyMentionMenu } from '../lazy.tsx'
import { MessageField } from './MessageField.tsx'
import { useNoteDraft } from './useDraft.ts'
import { useNoteSending } from './useNoteSending.ts'
import { useTrigger } from './useTrigger.ts'

export interface NoteComposerProps {
  contactId: string
  field: RefObject<HTMLTextAreaElement | null>
  isTouch: boolean
  tools: ReactNode
  onToggleNote: () => void
}

const kinds = ['mention'] as const
const nothing = () => {}

/** The composer of an internal note; yellow, so that it is not mistaken for a message. */
export function NoteComposer({ contactId, field, isTouch, tools, onToggleNote }: NoteComposerProps) {
  const { t } = useLingui()
  const draft = useNoteDraft(contactId)
  const { save, mention, isBusy, problem } = useNoteSending(contactId, draft)
  const triggers = useTrigger(field, kinds)
  return (
    <form
      className={classes.composer}
      data-note={contactId}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {triggers.open && (
        <Suspense fallback={null}>
          <LazyMentionMenu
            query={triggers.open.query ?? ''}
            onPick={(named) => {
              mention(named)
              triggers.put(`@${named.name} `)
            }}
            onClose={triggers.close}
            onKeys={triggers.setKeys}
            onActive={triggers.setActiveId}
          />
        </Suspense>
      )}
      {problem && (
        <p className={classes.notice} role="alert">
          {problem}
        </p>
      )}
      <MessageField
        field={field}
        label={t`Note for the team`}
        placeholder={t`Only your team sees this. Type @ to mention a teammate.`}
        value={draft.draft}
        isNote
        isTouch={isTouch}
        triggers={triggers}
        onWrite={draft.write}
        onBlur={nothing}
        onSend={() => void save()}
        onToggleNote={onToggleNote}
        onPasted={nothing}
        onFiles={nothing}
      />
      <div className={classes.foot}>
        {tools}
        <Button
          className={classes.send ?? ''}
          type="submit"
          color="yellow"
          variant="light"
          disabled={draft.draft.trim() === ''}
          loading={isBusy}
        >
          <Trans>Save note</Trans>
        </Button>
      </div>
    </form>
  )
}
