export interface SampleContact {
  id: string
  name: string
  phone: string
  groups: string
  location: string
  texts: number
  lastAt: Date
  status: 'canText' | 'optedOut' | 'noMobile' | 'landline' | 'notInUse' | 'archived'
}

const minute = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * minute)

/** Names that test every layout: long, Arabic, one word, composed letters, none. */
export const sampleContacts: SampleContact[] = [
  {
    id: '1',
    name: 'Maria Lopez',
    phone: '+15550102233',
    groups: 'Night shift',
    location: 'Plant 2',
    texts: 128,
    lastAt: ago(2),
    status: 'canText',
  },
  {
    id: '2',
    name: 'Maximiliana Wolfeschlegelstein',
    phone: '+15550102234',
    groups: 'Day shift, Forklift',
    location: 'Plant 3',
    texts: 99999,
    lastAt: ago(75),
    status: 'canText',
  },
  {
    id: '3',
    name: 'فاطمة الزهراء',
    phone: '+15550102235',
    groups: 'Packing',
    location: 'Plant 2',
    texts: 41,
    lastAt: ago(60 * 26),
    status: 'optedOut',
  },
  {
    id: '4',
    name: 'Nguyễn Thị Hương',
    phone: '+84901234567',
    groups: 'Packing',
    location: '',
    texts: 0,
    lastAt: ago(60 * 24 * 4),
    status: 'noMobile',
  },
  {
    id: '5',
    name: 'Pelé',
    phone: '+15550102237',
    groups: '',
    location: 'Yard',
    texts: 1,
    lastAt: ago(60 * 24 * 40),
    status: 'landline',
  },
  {
    id: '6',
    name: 'Ben Cho',
    phone: '+15550102238',
    groups: 'Drivers',
    location: 'Yard',
    texts: 12,
    lastAt: ago(60 * 24 * 500),
    status: 'notInUse',
  },
]
