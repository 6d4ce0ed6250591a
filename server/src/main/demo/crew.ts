import { CREW_DIALOGUES, type Dialogue } from './stories/crew.ts'

/** One of the six contacts with a simulated phone in the demo. */
export interface CrewMember {
  firstname: string
  lastname: string
  preferredName: string
  phone: string
  language: string
  jobTitle: string
  location: string
  /** The description on the phone's page. */
  about: string
  /** Whether the last message waits for a reply. */
  isWaiting: boolean
  dialogues: Dialogue[]
}

export const CREW: CrewMember[] = [
  {
    firstname: 'Sam',
    lastname: 'Okoro',
    preferredName: 'Sam',
    phone: '+13125550121',
    language: 'en',
    jobTitle: 'Line Lead',
    location: 'Cicero',
    about: 'Leads Line 3 on days. Answers fast, from the break room.',
    isWaiting: false,
    dialogues: CREW_DIALOGUES.sam,
  },
  {
    firstname: 'Ana',
    lastname: 'Ruiz',
    preferredName: 'Ana',
    phone: '+13125550122',
    language: 'es',
    jobTitle: 'Packaging Operator',
    location: 'Cicero',
    about: 'Packs on Line 3. Writes in Spanish, has two kids and a full calendar.',
    isWaiting: true,
    dialogues: CREW_DIALOGUES.ana,
  },
  {
    firstname: 'Nguyễn Thị',
    lastname: 'Hoa',
    preferredName: 'Hoa',
    phone: '+13125550123',
    language: 'vi',
    jobTitle: 'Quality Inspector',
    location: 'Cicero',
    about: 'Quality on days. Reads Vietnamese best.',
    isWaiting: true,
    dialogues: CREW_DIALOGUES.hoa,
  },
  {
    firstname: 'فاطمة',
    lastname: 'الزهراء',
    preferredName: 'فاطمة',
    phone: '+13125550124',
    language: 'ar',
    jobTitle: 'Cook',
    location: 'Cicero',
    about: 'Cooks in kettle room 2. Her phone is set to Arabic.',
    isWaiting: false,
    dialogues: CREW_DIALOGUES.fatima,
  },
  {
    firstname: 'Ben',
    lastname: 'Cho',
    preferredName: 'Ben',
    phone: '+13125550125',
    language: 'en',
    jobTitle: 'Forklift Operator',
    location: 'Cicero',
    about: 'Drives a forklift at the docks. Signal is bad in the freezer.',
    isWaiting: true,
    dialogues: CREW_DIALOGUES.ben,
  },
  {
    firstname: 'Jean-Baptiste',
    lastname: 'Pierre',
    preferredName: 'Jean-Baptiste',
    phone: '+13125550126',
    language: 'ht',
    jobTitle: 'Sanitation Crew',
    location: 'Cicero',
    about: 'Cleans the lines at night. Writes in Haitian Creole.',
    isWaiting: false,
    dialogues: CREW_DIALOGUES.jeanBaptiste,
  },
]
