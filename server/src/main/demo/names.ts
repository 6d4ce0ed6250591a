/** Names by origin, with the preferred language. */
export interface Origin {
  language: string
  /** How many of a hundred contacts. */
  weight: number
  /** Probability that a contact of this origin reads that language rather than English. */
  reads: number
  first: string[]
  last: string[]
  /** Which name is the given name; some cultures write it last. */
  givenName: 'first' | 'last'
}

const list = (names: string): string[] => names.trim().split(/\s+/)

export const ORIGINS: Origin[] = [
  {
    language: 'en',
    weight: 34,
    reads: 1,
    givenName: 'first',
    first: list(
      'James Ashley Tyrone Brittany Kevin Latoya Brian Megan Darnell Heather Scott Keisha Travis Amber Jamal Rachel Derek Monique Cody Tiffany Andre Melissa Shawn Danielle Curtis Nicole Marcus Crystal Greg Tamika Wesley Erin Terrence Holly Dwayne Paige Russell Jasmine Clint Whitney',
    ),
    last: list(
      "Johnson Williams Miller Davis Robinson Harris Clark Lewis Walker Young Allen King Wright Hill Green Baker Carter Mitchell Turner Phillips Campbell Parker Edwards Collins Stewart Morris Murphy Cook Rogers Reed Bailey Cooper Richardson Cox Howard Ward Brooks O'Brien Sullivan Washington",
    ),
  },
  {
    language: 'es',
    weight: 28,
    reads: 0.7,
    givenName: 'first',
    first: list(
      'José Guadalupe Juan Carmen Luis Rosa Carlos Leticia Miguel Yesenia Jorge Verónica Ramón Alejandra Héctor Patricia Raúl Silvia Ángel Maribel Rubén Claudia Óscar Gabriela Iván Adriana Noé Lucía Martín Esperanza Ernesto Mónica Álvaro Sofía Íñigo Beatriz Joaquín Xóchitl',
    ),
    last: list(
      'García Hernández Martínez López González Rodríguez Pérez Sánchez Ramírez Torres Flores Rivera Gómez Díaz Reyes Cruz Morales Ortiz Gutiérrez Chávez Ramos Ruiz Álvarez Mendoza Vásquez Castillo Jiménez Moreno Romero Herrera Medina Aguilar Vargas Castro Guzmán Muñoz Salazar Núñez',
    ),
  },
  {
    language: 'pl',
    weight: 6,
    reads: 0.5,
    givenName: 'first',
    first: list(
      'Piotr Agnieszka Krzysztof Małgorzata Tomasz Katarzyna Paweł Elżbieta Łukasz Joanna Grzegorz Beata Zbigniew Danuta Michał Żaneta',
    ),
    // Names used by women and men alike.
    last: list(
      'Nowak Wójcik Woźniak Mazur Krawczyk Król Wieczorek Pawlak Sikora Duda Zając Szczepaniak Kołodziej Gołąb Wróbel Stępień',
    ),
  },
  {
    language: 'vi',
    weight: 3,
    reads: 0.7,
    givenName: 'last',
    first: ['Nguyễn Thị', 'Trần Thị', 'Lê Thị', 'Phạm Ngọc', 'Võ Thị', 'Đỗ Thị', 'Dương Thị', 'Bùi Thanh'],
    last: list('Lan Mai Hương Thảo Phượng Yến Trúc Nga Đào Hiền Thủy'),
  },
  {
    language: 'vi',
    weight: 2,
    reads: 0.7,
    givenName: 'last',
    first: ['Trần Văn', 'Phạm Minh', 'Đặng Quốc', 'Ngô Đức', 'Lý Văn', 'Huỳnh Công'],
    last: list('Hùng Tuấn Dũng Bình Sơn Khoa Hải Vinh Phúc'),
  },
  {
    language: 'ht',
    weight: 5,
    reads: 0.7,
    givenName: 'first',
    first: list(
      'Wilner Marie-Ange Frantz Rose-Laure Jocelyn Mirlande Emmanuel Guerline Dieudonné Nadège Ricardo Fabiola Jean-Robert Islande Wesner Ketly',
    ),
    last: list(
      'Joseph Baptiste Charles Louis Desir Etienne Augustin François Dorvil Jean-Louis Saint-Fleur Philippe Toussaint Célestin Bélizaire Noël',
    ),
  },
  {
    language: 'fr',
    weight: 2,
    reads: 0.5,
    givenName: 'first',
    first: list('Amadou Aïssatou Mamadou Fatoumata Hervé Clémentine Ousmane Béatrice Kouassi Solène'),
    last: list('Diallo Traoré Mbemba Koné Ilunga Ndiaye Tshibanda Ouédraogo Keïta Lefèvre'),
  },
  {
    language: 'ar',
    weight: 3,
    reads: 0.8,
    givenName: 'first',
    first: list('أحمد مريم خالد نور يوسف زينب عمر هدى سمير رانيا مصطفى ليلى'),
    last: list('العلي حسن منصور الخطيب الحداد إبراهيم السيد عباس النجار قاسم'),
  },
  {
    language: 'ar',
    weight: 2,
    reads: 0.4,
    givenName: 'first',
    first: list('Yousef Mariam Khaled Noor Bilal Zainab Tariq Huda Samir Rania'),
    last: list('Al-Rashid Haddad Mansour Khatib Saleh Najjar Aziz Qasim'),
  },
  {
    language: 'zh',
    weight: 2,
    reads: 0.9,
    givenName: 'last',
    first: list('王 李 张 刘 陈 杨 黄 赵 吴 周 林'),
    last: list('秀英 伟 芳 娜 建国 丽华 强 美玲 志明 晓燕 国栋 桂兰'),
  },
  {
    language: 'zh',
    weight: 2,
    reads: 0.5,
    givenName: 'first',
    first: list('Wei Li Jun Mei Xiaoyan Bo Ling Hao Yan Guoqiang'),
    last: list('Zhang Chen Wu Huang Lin Zhou Xu Sun Zhao Feng'),
  },
  {
    language: 'hi',
    weight: 1.5,
    reads: 0.7,
    givenName: 'first',
    first: list('सुनीता राजेश कविता अनिल पूजा विजय रेखा मनोज'),
    last: list('शर्मा पटेल वर्मा गुप्ता यादव सिंह मिश्रा चौहान'),
  },
  {
    language: 'hi',
    weight: 1.5,
    reads: 0.2,
    givenName: 'first',
    first: list('Sunita Rajesh Kavita Deepa Anil Vikram Neha Suresh Anjali'),
    last: list('Patel Sharma Desai Reddy Joshi Bhatt Rao Mehta'),
  },
  {
    language: 'hi',
    weight: 1,
    reads: 0,
    givenName: 'first',
    first: list('Harpreet Gurdeep Manpreet Jaspreet Kulwinder Sukhdeep'),
    last: list('Singh Kaur Gill Sandhu Dhillon Grewal'),
  },
  {
    language: 'am',
    weight: 1.5,
    reads: 0.7,
    givenName: 'first',
    first: list('አበበ ሰላም ዳዊት ሄለን ተስፋዬ ብርሃን ማርታ ዮናስ'),
    last: list('በቀለ ታደሰ ገብሬ ወልዴ ከበደ መኮንን አለሙ'),
  },
  {
    language: 'am',
    weight: 1.5,
    reads: 0.3,
    givenName: 'first',
    first: list('Selam Dawit Hanna Yonas Tigist Bereket Meron Abel'),
    last: list('Tesfaye Bekele Haile Alemu Girma Desta Mekonnen'),
  },
  {
    language: 'tl',
    weight: 4,
    reads: 0.5,
    givenName: 'first',
    first: [
      'Jun-Jun',
      'Maricel',
      'Rodel',
      'Liezl',
      'Jayson',
      'Rowena',
      'Arnel',
      'Cherry',
      'Bong',
      'Analyn',
      'Ferdinand',
      'Jovelyn',
    ],
    last: [
      'Santos',
      'Reyes',
      'dela Cruz',
      'Bautista',
      'Ocampo',
      'Villanueva',
      'Mendoza',
      'Aquino',
      'Pascual',
      'Dimaculangan',
      'Magsaysay',
    ],
  },
]

/** People with a single name. */
export const ONE_NAME = list(
  'Suparman Wulandari Budiono Khin Jojo Sukarti Pelé Moses Zaw Ganesh Tenzin Madhavi Nyo Big-T',
)

/** The longest name that lists must fit: 32 characters. */
export const LONG_NAME = { first: 'Alexandra', last: 'Montgomery-Featherston' }
