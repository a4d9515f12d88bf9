import { strong, type Harmless, type Held } from "./made.ts";

const A = strong(1501);

/** A sentence, and the password in it. */
const tells = (sentence: string): Held => [sentence, sentence.replace("X", A), A];

/** A password that a sentence tells: its word, whose it is, and a sign or a verb. */
export const TOLD: readonly Held[] = [
  // A word of another language alone.
  "Hasło: X",
  "Jelszó: X",
  "Lösenord: X",
  "Mật khẩu: X",
  "Parolă: X",
  "Şifre: X",
  "Kata sandi: X",
  "Adgangskode: X",
  "Пароль X",
  "비밀번호는 X입니다",
  // A qualifier between.
  "Das Passwort für den Testserver lautet X, Benutzer wie immer.",
  "das neue passwort ist jetzt X",
  "Kennwort zum WLAN: X",
  "Benutzer admin, Passwort X",
  "Zugangsdaten: admin / X",
  "La contraseña del servidor es X y el usuario es root.",
  "la clave de acceso es X",
  "Le mot de passe du wifi est « X ».",
  "Mot de passe de la base : X",
  "La password del database è X",
  "A senha do banco é X",
  "Het wachtwoord van de server is X",
  "Lösenordet till servern är X",
  "adgangskoden til serveren er X",
  "Hasło do serwera to X",
  "Heslo k serveru je X",
  "Пароль от сервера: X",
  "пароль к базе — X",
  "Пароль до сервера: X",
  "Sunucunun şifresi X",
  "The password to the staging box is X",
  // Another order or verb.
  "I changed the admin password to X",
  "password should be X",
  "X is the password",
  "X is the API key for prod",
  "use `X` as the password",
  "Please use jo with X as password",
  "ssh to web1 (password X)",
  "here's my token X use it for the api",
  "log in as admin / X and check the dashboard",
  "Username and password are jo and X",
  "Password\nX",
].map(tells);

export const TOLD_HARMLESS: readonly Harmless[] = [
  "Das Passwort für den Server ist abgelaufen, bitte ändern.",
  "La contraseña debe tener al menos 8 caracteres y un número.",
  "Le mot de passe de la base est stocké dans le coffre.",
  "Hasło: wymagane",
  "Пароль для базы: см. хранилище",
  "SHA-256 is the password hash that we use",
  "node 20 is the key requirement",
  "the password for v1.2.3 was changed to a passkey",
  "The password field for user accounts is div#password2",
  "secret name: prod-mysql-root-2024",
  "The password policy is min8+Upper+digit1",
  "Secret path: kv-v2+acme1prod",
  "aB3dE5fG7hJ9 is the token id",
  "The token for each language is utf8mb4_general_ci",
].map((text) => [text, text]);
