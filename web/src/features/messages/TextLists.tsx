import { Suspense, useState } from 'react'
import { LazyFieldMenu, LazyReplyEditor, LazyReplyMenu, type SaidByFields } from '../replies/index.ts'
import type { Triggers } from './useTrigger.ts'

export interface TextListsProps {
  triggers: Triggers
  said: SaidByFields | undefined
  draft: string
  /** The form of a saved reply is closed again. */
  onSaved: () => void
}

/** The lists over a message: saved replies, merge fields, and the form that keeps what is written as a reply. */
export function TextLists({ triggers, said, draft, onSaved }: TextListsProps) {
  const [saving, setSaving] = useState<string>()
  const { open, close, put, setKeys, setActiveId } = triggers
  // The slash and what follows it are no part of a reply to keep.
  const words = draft.replace(/(^|\n)\/[^\n]*$/, '').trim()
  return (
    <Suspense fallback={null}>
      {open?.kind === 'reply' && saving === undefined && (
        <LazyReplyMenu
          query={open.query}
          said={said}
          onPick={put}
          onClose={close}
          hasWords={words !== ''}
          onSave={() => {
            setSaving(words)
            // Where the slash is all there is, the list comes back with the reply that was written.
            if (words !== '') close()
          }}
          onKeys={setKeys}
          onActive={setActiveId}
        />
      )}
      {open?.kind === 'field' && (
        <LazyFieldMenu
          query={open.query}
          said={said}
          onPick={(field) => put(`{${field}}`)}
          onClose={close}
          onKeys={setKeys}
          onActive={setActiveId}
        />
      )}
      {saving !== undefined && (
        <LazyReplyEditor
          body={saving}
          onClose={() => {
            setSaving(undefined)
            onSaved()
          }}
        />
      )}
    </Suspense>
  )
}
