// Unpacks the WebAssembly of an entry, which lies in its JavaScript as texts.
//
// Code compresses best when its opcodes, its indices of locals, its offsets and
// so on stand apart, each beside its like, and when a local that was just used
// is a small number among those of its type: a quarter better than a module as
// it is. scripts/build/streams.mjs takes modules apart in this way and says
// what each stream holds. This module puts them together. It is WebAssembly
// itself, because the interpreter in which JavaScript starts would take longer
// to do it than the engine to compile the result.
#include <cstddef>
#include <cstdint>

namespace {

using Byte = std::uint8_t;

enum Stream {
  kFrame,
  kCode,
  kGet,
  kSet,
  kCall,
  kInteger,
  kRaw,
  kOffset,
  kHigh,
  kStreams
};

// Where each stream is read, and where the module is written.
const Byte* at[kStreams];
Byte* to;

// The bytes that letters stand for: those of one letter; those of two letters,
// by their second one, for either of the first ones.
std::uint16_t single[128];
Byte pair[2][128];

constexpr unsigned kSingles = 91;
constexpr unsigned kPair = 256;  // or 257: the letter begins a pair

// The letter of a number: printable ASCII without apostrophe and backslash.
unsigned letter_of(unsigned number) noexcept {
  const unsigned code = number + 32 + (number > 6);
  return code + (code > 91);
}

[[gnu::noinline]] void copy(Stream stream, std::uint32_t count) noexcept {
  const Byte* from = at[stream];
  for (; count > 0; --count) *to++ = *from++;
  at[stream] = from;
}

// Copies an integer of any length, whose bytes but the first one may stand
// elsewhere; returns its last 32 bits.
[[gnu::noinline]] std::uint32_t copy_integer(const Byte*& first,
                                             const Byte*& others) noexcept {
  Byte byte = *first++;
  Byte* out = to;
  *out++ = byte;
  std::uint32_t value = byte & 127;
  if (byte > 127) {
    const Byte* from = others;
    for (unsigned shift = 7; byte > 127; shift += 7) {
      byte = *from++;
      *out++ = byte;
      if (shift < 32) value |= static_cast<std::uint32_t>(byte & 127) << shift;
    }
    others = from;
  }
  to = out;
  return value;
}

[[gnu::noinline]] std::uint32_t copy_integer(Stream stream) noexcept {
  return copy_integer(at[stream], at[stream]);
}

[[gnu::noinline]] unsigned read_integer(Stream stream) noexcept {
  const Byte* from = at[stream];
  unsigned value = *from & 127;
  for (unsigned shift = 7; *from++ > 127; shift += 7) {
    value |= static_cast<unsigned>(*from & 127) << shift;
  }
  at[stream] = from;
  return value;
}

[[gnu::noinline]] void put_integer(unsigned value) noexcept {
  for (; value > 127; value >>= 7) *to++ = static_cast<Byte>(value | 128);
  *to++ = static_cast<Byte>(value);
}

// What instructions take and leave, by their bytes in the stream of opcodes:
// the type of the last operand but one, of the last operand, and of the result.
// A type is 0 where it is unknown.
const Byte* first_of;
const Byte* last_of;
const Byte* result_of;
// The type of what the last instruction left, or its last bits.
Byte left;

// The parameters of each type of function, and of each function: how many, and
// their types.
constexpr unsigned kFunctions = 4096;
const Byte* type_parameters[kFunctions];
const Byte* parameters[kFunctions];

// The locals of a function with the last bits of their types, those first that
// were used last.
constexpr unsigned kLocals = 1024;
std::uint16_t locals[kLocals];

unsigned key_of(Byte type) noexcept { return (type & 7) * kLocals; }

// Writes the local that stands at the place which is read, among those of a
// type or, without one, among all; returns its type.
[[gnu::noinline]] Byte put_local(Stream stream, Byte type) noexcept {
  unsigned place = read_integer(stream);
  const unsigned key = key_of(type);
  const unsigned mask = key == 0 ? 0 : 7 * kLocals;
  unsigned local = 0;
  // Those before it move by one.
  for (std::uint16_t* listed = locals;; ++listed) {
    const unsigned before = local;
    local = *listed;
    *listed = static_cast<std::uint16_t>(before);
    if ((local & mask) == key && place-- == 0) break;
  }
  locals[0] = static_cast<std::uint16_t>(local);
  put_integer(local % kLocals);
  return static_cast<Byte>(local / kLocals);
}

// The type of the local that is got, if what follows says it. Behind a get or a
// constant, which take nothing, the next instruction takes the local as well.
Byte type_ahead() noexcept {
  const Byte* code = at[kCode];
  const unsigned op = *code;
  return op == 0x20 || op - 0x41 < 4 ? first_of[code[1]] : last_of[op];
}

// The integers that stand before each byte of the stream of opcodes: where they
// are read, and how many bytes they have.
const Byte* integers[256];
unsigned lengths[256];

// Writes the size of all that was written since `from` before it.
[[gnu::noinline]] void put_size(Byte* from) noexcept {
  auto size = static_cast<std::uint32_t>(to - from);
  Byte* const end = to;
  unsigned bytes = 1;
  for (std::uint32_t rest = size; rest > 127; rest >>= 7) ++bytes;
  to += bytes;
  for (Byte* byte = end; byte-- > from;) byte[bytes] = *byte;
  for (; size > 127; size >>= 7) *from++ = static_cast<Byte>(size | 128);
  *from = static_cast<Byte>(size);
}

// An access to memory: how it is aligned follows from its opcode.
[[gnu::noinline]] void put_access(Byte alignment) noexcept {
  *to++ = alignment;
  copy_integer(at[kOffset], at[kHigh]);
}

// Copies what follows the number of a SIMD instruction.
void simd_operands(unsigned simd) noexcept {
  const bool of_lane = simd - 84 < 8;
  if (simd < 12 || simd - 92 < 2 || of_lane) put_access(0);
  if (simd - 12 < 2) copy(kRaw, 16);
  if (simd - 21 < 14 || of_lane) copy(kCode, 1);
}

// Writes the instruction that a byte of the stream of opcodes begins; returns
// by how much it changes the depth of blocks. Bytes that are no opcodes stand
// for the most frequent pairs of bytes.
int instruction(unsigned op) noexcept {
  const Byte before = left;
  left = result_of[op];
  if (op - 0xc5 < 55) {
    const unsigned simd = op < 0xdc ? op - 0xc5 : op + 4;
    *to++ = 0xfd;
    put_integer(simd);
    simd_operands(simd);
    return 0;
  }
  if (op - 0x06 < 5) {
    const bool block = op < 0x09;  // else access to the first global
    *to++ = static_cast<Byte>(block ? op - 4 : op + 26);
    *to++ = block ? 0x40 : 0;
    return block;
  }
  *to++ = static_cast<Byte>(op);
  if (op == 0xfd) {
    simd_operands(copy_integer(kCode));
  } else if (op == 0xfc) {
    const unsigned bulk = copy_integer(kCode);
    if (bulk > 7) copy(kCode, bulk % 2 == 0 ? 2 : 1);
  } else if (op == 0x20) {
    left = put_local(kGet, type_ahead());
  } else if (op - 0x21 < 2) {
    const Byte type = put_local(kSet, before);
    left = op == 0x21 ? 0 : type;
  } else if (op - 0x28 < 23) {
    // The alignments of these opcodes, as powers of two.
    put_access("23230011001122232301012"[op - 0x28] & 3);
  } else if (op - 0x41 < 2) {
    const Byte*& from = integers[*at[kCode]];
    copy_integer(from, from);
  } else if (op - 0x43 < 2) {
    copy(kRaw, op == 0x43 ? 4 : 8);
  } else if (op - 0x10 < 2) {
    copy_integer(kCall);
    if (op == 0x11) copy_integer(kCall);
  } else if (op == 0x0e) {
    for (std::uint32_t i = copy_integer(kCode); i > 0; --i) copy_integer(kCode);
    copy_integer(kCode);
  } else if (op - 0x02 < 3 || op - 0x0c < 2 || op - 0x23 < 2 || op - 0x3f < 2) {
    copy_integer(kCode);
    return op < 0x05;
  }
  return op == 0x0b ? -1 : 0;
}

void body(unsigned index) noexcept {
  unsigned count = 0;
  const auto add = [&count](Byte type) noexcept {
    locals[count] = static_cast<std::uint16_t>(count + key_of(type));
    ++count;
  };
  const Byte* given = parameters[index];
  for (unsigned i = *given++; i > 0; --i) add(*given++);
  for (std::uint32_t i = copy_integer(kFrame); i > 0; --i) {
    for (unsigned j = copy_integer(kFrame); j > 0; --j) add(*at[kFrame]);
    copy(kFrame, 1);
  }
  left = 0;
  for (int depth = 1; depth > 0;) {
    // Half of all instructions are plain.
    const Byte* code = at[kCode];
    Byte* out = to;
    unsigned op;
    while ((op = *code++) - 0x45 < 0x80) *out++ = static_cast<Byte>(op);
    if (code - at[kCode] > 1) left = result_of[code[-2]];
    at[kCode] = code;
    to = out;
    depth += instruction(op);
  }
}

// Copies the types of functions.
void function_types() noexcept {
  const std::uint32_t count = copy_integer(kFrame);
  for (std::uint32_t i = 0; i < count; ++i) {
    copy(kFrame, 1);
    type_parameters[i] = to;
    copy(kFrame, copy_integer(kFrame));
    copy(kFrame, copy_integer(kFrame));
  }
}

// Copies the number of each function's type.
void functions() noexcept {
  const std::uint32_t count = copy_integer(kFrame);
  for (std::uint32_t i = 0; i < count; ++i) {
    parameters[i] = type_parameters[copy_integer(kFrame)];
  }
}

}  // namespace

extern "C" {

// Reads a text in place; returns the end of its bytes. It begins with 64
// hexadecimal digits whose bits say of each byte, from 0 to 255, whether it is
// one letter (1) or two (0). A letter below `kSingles` is the byte of that
// number among those of one letter; the last two letters begin a pair.
__attribute__((export_name("read"))) Byte* read(Byte* text,
                                                const Byte* end) noexcept {
  for (unsigned i = 0; i < 2; ++i) {
    single[letter_of(kSingles + i)] = static_cast<std::uint16_t>(kPair + i);
  }
  unsigned singles = 0;
  unsigned pairs = 0;
  for (unsigned byte = 0; byte < 256; ++byte) {
    const unsigned digit = text[byte / 4];
    const unsigned bits = digit > '9' ? digit - 'a' + 10 : digit - '0';
    if (bits >> (3 - byte % 4) & 1) {
      single[letter_of(singles++)] = static_cast<std::uint16_t>(byte);
    } else {
      pair[pairs / kSingles][letter_of(pairs % kSingles)] =
          static_cast<Byte>(byte);
      ++pairs;
    }
  }
  Byte* byte = text;
  for (const Byte* letter = text + 64; letter < end; ++letter) {
    unsigned read = single[*letter];
    if (read >= kPair) read = pair[read - kPair][*++letter];
    *byte++ = static_cast<Byte>(read);
  }
  return byte;
}

// Puts the streams together that begin at these addresses; returns the end of
// the module, which begins at `module`.
__attribute__((export_name("join"))) Byte* join(Byte* const* streams,
                                                Byte* module) noexcept {
  for (int i = 0; i < kStreams; ++i) at[i] = streams[i];
  to = module;
  first_of = at[kFrame];
  last_of = first_of + 256;
  result_of = last_of + 256;
  at[kFrame] = result_of + 256;
  for (unsigned& length : lengths) length = read_integer(kInteger);
  for (unsigned i = 0; i < 256; ++i) {
    integers[i] = at[kInteger];
    at[kInteger] += lengths[i];
  }
  copy(kFrame, 8);
  while (at[kFrame] < streams[kFrame + 1]) {
    const unsigned id = *at[kFrame];
    copy(kFrame, 1);
    if (id == 10) {
      Byte* const section = to;
      const std::uint32_t count = copy_integer(kFrame);
      for (std::uint32_t i = 0; i < count; ++i) {
        Byte* const function = to;
        body(i);
        put_size(function);
      }
      put_size(section);
      continue;
    }
    const std::uint32_t size = copy_integer(kFrame);
    if (id == 1) {
      function_types();
    } else if (id == 3) {
      functions();
    } else {
      copy(kFrame, size);
    }
  }
  return to;
}

}  // extern "C"
