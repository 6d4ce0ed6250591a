import type { Contact } from '@crewline/contract/contacts'
import { useLingui } from '@lingui/react/macro'
import { RecordDrawer } from '../../../shared/ui/overlay/RecordDrawer.tsx'
import type { Start } from './add-url.ts'
import { useAddContactMutation } from '../api.ts'
import { ContactForm } from './ContactForm.tsx'

export interface AddContactProps {
  isOpen: boolean
  start: Start
  onClose: () => void
  onAdded: (contact: Contact) => void
}

/** The form for a new contact, next to the list. */
export default function AddContact({ isOpen, start, onClose, onAdded }: AddContactProps) {
  const { t } = useLingui()
  const [add] = useAddContactMutation()
  return (
    <RecordDrawer isOpen={isOpen} onClose={onClose} title={t`Add contact`}>
      <ContactForm
        // Another contact was requested: the form starts over.
        key={JSON.stringify(start)}
        start={start}
        onCancel={onClose}
        onSubmit={async (draft, done) => {
          const { data, error } = await add(draft)
          if (data) done(() => onAdded(data.contact))
          return error
        }}
      />
    </RecordDrawer>
  )
}
