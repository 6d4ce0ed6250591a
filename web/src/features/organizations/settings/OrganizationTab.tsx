import { SaveBar } from '../../../shared/ui/form/SaveBar.tsx'
import { useLeaveGuard } from '../../../shared/ui/form/useLeaveGuard.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { CrewLanguagesCard } from './CrewLanguagesCard.tsx'
import { LogoCard } from './LogoCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { SenderCard } from './SenderCard.tsx'
import { TimeZoneCard } from './TimeZoneCard.tsx'
import { useOrganizationForm } from './useOrganizationForm.ts'

/** The organization tab: name and address, logo, time zone, languages, and the name in texts. */
export function OrganizationTab() {
  const { form, isError, retry } = useOrganizationForm()
  const question = useLeaveGuard(form?.isDirty ?? false)
  if (isError) return <StatePanel kind="error" onRetry={retry} />
  if (!form) return <SkeletonRows count={6} />
  return (
    <form className={classes.stack} onSubmit={(event) => void form.submit(event)} noValidate>
      {question}
      <ProfileCard form={form} />
      <LogoCard form={form} />
      <TimeZoneCard form={form} />
      <CrewLanguagesCard form={form} />
      <SenderCard form={form} />
      {form.isDirty && <SaveBar onDiscard={form.discard} isSending={form.isSending} problem={form.problem} />}
    </form>
  )
}
