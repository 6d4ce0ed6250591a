import type { Contact } from '@crewline/contract/contacts'
import { useLingui } from '@lingui/react/macro'
import { RecordDrawer } from '../../shared/ui/RecordDrawer.tsx'
import type { Start } from './add-url.ts'
import { useAddContactMutation } from './api.ts'
import { ContactForm } from './ContactForm.tsx'

export interface AddContactProps {
  isOpen: boolean
  start: Start
  onClose: () => void
  onAdded: (contact: Contact) => void
}

/** The form for a new worker, beside the list. */
export default function AddContact({ isOpen, start, onClose, onAdded }: AddContactProps) {
  const { t } = useLingui()
  const [add] = useAddContactMutation()
  return (
    <RecordDrawer isOpen={isOpen} onClose={onClose} title={t`Add contact`}>
      <ContactForm
        // Somebody else was asked for: their form begins anew.
        key={JSON.stringify(start)}
        start={start}
        onCancel={onClose}
        onSubmit={async (draft) => {
          const { data, error } = await add(draft)
          if (data) onAdded(data.contact)
          return error
        }}
      />
    </RecordDrawer>
  )
}
