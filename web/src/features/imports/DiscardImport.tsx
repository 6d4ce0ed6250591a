import type { Import } from '@crewline/contract/imports'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useDiscardImportMutation } from './api.ts'
import { AskFirst } from './AskFirst.tsx'
import { forgetMatch } from './useMatch.ts'

/** Forgets an import that was not run, after asking once. */
export function DiscardImport({ one }: { one: Import }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const wordsFor = useRefusalWords()
  const [isAsking, setAsking] = useState(false)
  const [discard] = useDiscardImportMutation()
  const { id, fileName } = one
  async function forget(): Promise<void> {
    const { error } = await discard(id)
    setAsking(false)
    if (error) return toast.inApp({ type: 'error', message: wordsFor(error) })
    forgetMatch(id)
    await navigate('/dashboard/contacts/import')
  }
  return (
    <>
      <Button variant="subtle" color="gray" onClick={() => setAsking(true)}>
        <Trans>Discard</Trans>
      </Button>
      <AskFirst
        isOpen={isAsking}
        title={t`Discard the import of “${fileName}”?`}
        confirmLabel={t`Discard import`}
        isDestructive
        onCancel={() => setAsking(false)}
        onConfirm={forget}
      >
        <Trans>Your corrections go with it. Nobody was added yet.</Trans>
      </AskFirst>
    </>
  )
}
