import { Suspense, useState } from 'react'
import { LazyFieldMenu, LazyReplyEditor, LazyReplyMenu, type MergeFieldValues } from '../../replies/index.ts'
import type { Triggers } from './useTrigger.ts'

export interface TextListsProps {
  triggers: Triggers
  mergeValues: MergeFieldValues | undefined
  draft: string
  /** Called when the form of a saved reply is closed. */
  onSaved: () => void
}

/** The suggestion lists above a message: saved replies, merge fields, and the form to save the text as a reply. */
export function TextLists({ triggers, mergeValues: said, draft, onSaved }: TextListsProps) {
  const [saving, setSaving] = useState<string>()
  const { open, close, put, setKeys, setActiveId } = triggers
  // The slash and the text after it are not part of the reply to save.
  const text = draft.replace(/(^|\n)\/[^\n]*$/, '').trim()
  return (
    <Suspense fallback={null}>
      {open?.kind === 'reply' && saving === undefined && (
        <LazyReplyMenu
          query={open.query}
          mergeValues={said}
          onPick={put}
          onClose={close}
          hasText={text !== ''}
          onSave={() => {
            setSaving(text)
            // When the draft is only the slash, the list opens again with the new reply.
            if (text !== '') close()
          }}
          onKeys={setKeys}
          onActive={setActiveId}
        />
      )}
      {open?.kind === 'field' && (
        <LazyFieldMenu
          query={open.query}
          mergeValues={said}
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
