package wirecost;

import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import java.io.File;

/** Cores and sleep, by the C library: Java knows of neither. */
final class Machine {
    private static final int PR_SET_TIMERSLACK = 29;
    private static final int BYTES_OF_CORES = 128;

    static {
        Native.register(Machine.class, Platform.C_LIBRARY_NAME);
    }

    private Machine() {}

    private static native int sched_setaffinity(int thread, NativeLong bytes, byte[] cores);

    private static native int prctl(int option, NativeLong value);

    /** Keeps every thread of this process on cores, those that compile and collect too; threads to come inherit it. */
    static void keepOn(int[] cores) {
        if (cores.length == 0) {
            return;
        }
        String[] threads = new File("/proc/self/task").list();
        for (String thread : threads == null ? new String[0] : threads) {
            // One that has ended meanwhile needs no core.
            sched_setaffinity(Integer.parseInt(thread), new NativeLong(BYTES_OF_CORES), set(cores));
        }
    }

    /** Keeps this thread on the core of a caller, and lets it wake up in time: the default is up to 50 us late. */
    static void placeCaller(int[] cores, int caller) {
        if (prctl(PR_SET_TIMERSLACK, new NativeLong(1)) != 0) {
            throw new IllegalStateException("the timer slack cannot be set");
        }
        if (cores.length > 0) {
            byte[] core = set(cores[caller % cores.length]);
            if (sched_setaffinity(0, new NativeLong(BYTES_OF_CORES), core) != 0) {
                throw new IllegalStateException("a caller cannot be kept on its core");
            }
        }
    }

    private static byte[] set(int... cores) {
        byte[] set = new byte[BYTES_OF_CORES];
        for (int core : cores) {
            set[core / 8] |= (byte) (1 << core % 8);
        }
        return set;
    }
}
